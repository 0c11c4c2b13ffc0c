import { expect } from '@playwright/test';
import { mailTo } from './mailbox.js';
import { openUser } from './account-screens.js';
import { test } from './people.js';

/** Of this run alone: the specs may run again on a product that runs already. */
const EMAIL = `rosa.ngata.${Date.now()}@plan.example`;

test('Somebody registers, and an administrator confirms the company and deactivates the account', async ({
  visitor,
  signedIn,
}) => {
  const page = await visitor();
  await page.goto('/');
  await page.getByRole('button', { name: 'Register' }).click();
  const register = page.getByRole('dialog', { name: 'Create Account' });
  await register.getByRole('button', { name: 'Create Account' }).click();
  await expect(register.getByLabel('First Name')).toBeFocused();
  await register.getByLabel('First Name').fill('Rosa');
  await register.getByLabel('Last Name').fill('Ngata');
  await register.getByLabel('Email').fill(EMAIL);
  await register.getByLabel('State').selectOption('AZ');
  await register.getByLabel('Company').selectOption({ label: 'Saguaro Health Plan' });
  await register.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText(`Please look into the mailbox of ${EMAIL}`)).toBeVisible();
  expect((await mailTo(page, EMAIL, 'Activate')).links[0]).toContain('/activate/');

  const admin = await signedIn('admin');
  await admin.getByRole('button', { name: 'Account:' }).click();
  await admin.getByRole('menuitem', { name: 'Admin' }).click();
  await expect(admin.getByRole('heading', { level: 1, name: 'Admin' })).toBeVisible();
  await openUser(admin, EMAIL);
  await expect(admin.getByText('Saguaro Health Plan (not confirmed)')).toBeVisible();

  await admin.getByRole('button', { name: 'Change company' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Called the plan');
  await dialog.getByRole('button', { name: 'Settle the claim' }).click();
  await expect(admin.getByText('(not confirmed)')).toHaveCount(0);

  await admin.getByRole('button', { name: 'Deactivate' }).click();
  await dialog.getByLabel('Reason').fill('Left the plan');
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(admin.getByText('This account is deactivated')).toBeVisible();
  const audit = admin.getByRole('region', { name: 'Audit' });
  await expect(audit.getByText('deactivated the account')).toBeVisible();
  await expect(audit.getByText('Reason: Left the plan')).toBeVisible();
});

test('A referrer has a profile, and is refused administration in the specified words', async ({ signedIn }) => {
  const page = await signedIn('referrer');
  await page.getByRole('button', { name: 'Account:' }).click();
  await expect(page.getByRole('menuitem', { name: 'Admin' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { name: 'Basic Info' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit profile' })).toHaveCount(0);
  await page.goto('/admin');
  await expect(page.getByText('You must be an company administrator to access this page.')).toBeVisible();
});
