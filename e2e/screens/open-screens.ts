import { expect, type Page } from '@playwright/test';
import type { Person } from '../product/people.js';

/** A screen as it is looked at and tested: who opens it, and how to get there from the first page. */
export interface Screen {
  readonly name: string;
  /** Null: nobody is signed in. */
  readonly person: Person | null;
  readonly open: (page: Page) => Promise<void>;
  /** Another screen of the same parts is tried in every run. */
  readonly isLikeAnother?: true;
}

/* How to get to a screen from the first page. */

export const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

export const at = (path: string, title: string | RegExp) => async (page: Page) => {
  await page.goto(path);
  await heading(page, title);
};

/** Opens the first referral of the list. */
export async function openReferral(page: Page): Promise<void> {
  await page.goto('/referrals');
  await page.getByRole('cell').getByRole('link').first().click();
  await expect(page.getByRole('tab', { name: 'Status' })).toBeVisible();
}

/** The same for somebody who only has the address. */
export async function openLimited(page: Page): Promise<void> {
  await openReferral(page);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(page.getByText('You see only the progress.')).toBeVisible();
}

export async function openTab(page: Page, tab: string): Promise<void> {
  await openReferral(page);
  await page.getByRole('tab', { name: tab }).click();
  await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
}

export async function openPreview(page: Page): Promise<void> {
  await openTab(page, 'Files');
  await page
    .getByRole('button', { name: /^Preview / })
    .first()
    .click();
  await expect(page.getByText(/^Page 1 of/)).toBeVisible();
  // Under the header, what is only half in view would count as too small to hit.
  await page.evaluate(() => window.scrollTo(0, 0));
}

export async function openQueue(page: Page, view = ''): Promise<void> {
  await page.goto(`/queue${view}`);
  await expect(page.getByRole('cell').first()).toBeVisible();
}

export async function openTask(page: Page, view?: string): Promise<void> {
  await openQueue(page, view);
  await page.locator('a[href^="/task/"]').first().click();
  await expect(page.getByRole('group', { name: 'Actions' })).toBeVisible();
}

export async function openCorrection(page: Page, what: string): Promise<void> {
  await openTab(page, 'Information');
  await page.getByRole('button', { name: `Correct ${what}` }).click();
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
}
