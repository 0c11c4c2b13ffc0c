import { expect } from '@playwright/test';
import { test } from '../product/people.js';

test('An administrator uploads eligible members and sees the result, and the look-up finds them', async ({
  signedIn,
  visitor,
}) => {
  const medicaidId = `UP-${Date.now()}`;
  const page = await signedIn('admin');
  await page.goto('/admin');
  await page.getByRole('tab', { name: 'Eligible members' }).click();
  await page.getByRole('combobox', { name: 'Programme' }).selectOption('Baby diapers');
  const name = `${medicaidId}.csv`;
  await page.getByLabel('Member file').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(`medicaid_id,date_of_birth\n${medicaidId},05/04/1996\nSE-9,never\n`),
  });
  const upload = page.getByRole('dialog', { name: `Upload ${name}` });
  await upload.getByLabel('Reason').fill(`New year, ${medicaidId}`);
  await upload.getByRole('button', { name: 'Upload' }).click();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Imported');
  await expect(row).not.toContainText('@');
  await page.getByText(`${name}: 1 bad row`).click();
  await expect(page.getByText('Line 3: DOB is invalid.').first()).toBeVisible();
  await expect(page.getByText('SE-9')).toHaveCount(0);

  await page.goto('/audit/accounts?search=eligible');
  await expect(page.getByText(`uploaded the member file ${name}`)).toBeVisible();
  await expect(page.getByText(`Reason: New year, ${medicaidId}`)).toBeVisible();

  const member = await visitor();
  await member.goto('/DiaperRewards/UHCCPVA');
  await member.getByRole('textbox', { name: 'Medicaid ID' }).fill(medicaidId);
  await member.getByRole('textbox', { name: 'DOB' }).fill('05/04/1996');
  await member.getByRole('button', { name: 'Lookup' }).click();
  await expect(member.getByRole('form', { name: 'Referral order' })).toBeVisible();
});

test('Other users have no access', async ({ signedIn }) => {
  const page = await signedIn('staff');
  await page.goto('/admin/eligible-members');
  await expect(page.getByText('You must be an company administrator to access this page.')).toBeVisible();
});
