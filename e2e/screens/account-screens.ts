import { expect, type Page } from '@playwright/test';
import { at, type Screen } from './open-screens.js';

/** Finds a person in /admin and opens their profile. */
export async function openUser(page: Page, search: string): Promise<void> {
  await page.goto(`/admin?search=${encodeURIComponent(search)}`);
  await page.getByRole('table', { name: 'People' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Basic Info' })).toBeVisible();
}

async function openDeactivation(page: Page): Promise<void> {
  await openUser(page, 'staff2@');
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByRole('dialog')).toContainText('Reason is required.');
}

async function openRegistration(page: Page): Promise<void> {
  await at('/', 'Welcome')(page);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('dialog')).toContainText('First Name is required.');
}

const openTab = (tab: string, text: string) => async (page: Page) => {
  await at(`/admin?tab=${tab}`, 'Admin')(page);
  await expect(page.getByText(text).first()).toBeVisible();
};

async function openTemplate(page: Page): Promise<void> {
  await openTab('note-templates', 'Prescription needed')(page);
  await page.getByRole('button', { name: 'Edit Prescription needed' }).click();
  await expect(page.getByRole('dialog').getByLabel(/^Title(?! in Spanish)/)).toHaveValue('Prescription needed');
}

/** Profiles, and the administration of people. The dialogs of a sign-in are looked at where one passes them (`sign-in-steps.e2e.spec.ts`). */
export const ACCOUNT_SCREENS: readonly Screen[] = [
  { name: 'admin', person: 'admin', open: at('/admin', 'Admin') },
  { name: 'catalogue', person: 'admin', open: at('/admin?tab=catalogue', 'Admin') },
  { name: 'companies', person: 'admin', open: openTab('companies', 'Saguaro Health Plan'), isLikeAnother: true },
  {
    name: 'account-menu',
    person: 'admin',
    open: async (page) => {
      await at('/admin', 'Admin')(page);
      await page.getByRole('button', { name: /^Account/ }).click();
      await expect(page.getByRole('menuitemradio').first()).toBeVisible();
    },
  },
  {
    name: 'banners',
    isLikeAnother: true,
    person: 'admin',
    open: async (page) => {
      await at('/admin?tab=banners', 'Admin')(page);
      await expect(page.getByRole('button', { name: /Switch on/ }).first()).toBeVisible();
    },
  },
  { name: 'note-templates', person: 'admin', open: openTemplate },
  { name: 'failed-jobs', person: 'admin', open: openTab('failed-jobs', 'Nothing has failed'), isLikeAnother: true },
  { name: 'carriers', person: 'admin', open: openTab('carriers', 'https://www.ups.com/'), isLikeAnother: true },
  { name: 'groups', person: 'admin', open: openTab('groups', 'Members of Magnolia Community Plan') },
  { name: 'profile', person: 'referrer', open: at('/user', 'Profile') },
  { name: 'account-audit', person: 'ops', open: at('/audit/accounts', 'Audit of administration') },
  { name: 'user', person: 'admin', open: openDeactivation },
  { name: 'register', person: null, open: openRegistration },
];
