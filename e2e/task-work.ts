import { expect, type Page } from '@playwright/test';

/** Opens the task's page of the items that are in it, from the referral's page. */
export async function openTask(page: Page, referralId: string, task: string): Promise<void> {
  await page.goto(`/referral/${referralId}`);
  await page
    .getByRole('region', { name: new RegExp(`^${task},`) })
    .getByRole('link', { name: 'Open task' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: task })).toBeVisible();
}

/** Completes the task whose page is open; its items all go to one task. Without `next` they are delivered. */
export async function completeTask(page: Page, next?: string): Promise<void> {
  await page.getByRole('button', { name: 'Complete…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Complete / });
  if (next !== undefined) await dialog.getByRole('combobox', { name: /^Next task/ }).selectOption(next);
  await dialog.getByRole('button', { name: /^Complete/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Complete…' })).toBeHidden();
}

/** Completes the task whose page is open; each item goes its own way. */
export async function completeItemsSeparately(page: Page, ways: Readonly<Record<string, string>>): Promise<void> {
  await page.getByRole('button', { name: 'Complete…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Complete / });
  await dialog.getByRole('button', { name: 'Send items to different tasks' }).click();
  for (const [item, next] of Object.entries(ways)) {
    await dialog.getByRole('combobox', { name: item }).selectOption(next);
  }
  await dialog.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(dialog).toBeHidden();
}
