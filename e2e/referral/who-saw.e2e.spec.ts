import { expect, type Page } from '@playwright/test';
import { test } from '../product/people.js';

/** Opens any referral in its audit, and resolves with its id. */
async function anAuditedReferral(ops: Page): Promise<string> {
  await ops.goto('/audit');
  const link = ops.locator('main a[href^="/audit/2"]').last();
  await expect(link).toBeVisible();
  return (await link.getAttribute('href'))!.split('/').at(-1)!;
}

test('An auditor asks who saw a referral, by person and period, and opens each viewing', async ({ signedIn }) => {
  const [ops, staff] = [await signedIn('ops'), await signedIn('staff')];
  const id = await anAuditedReferral(ops);
  for (let times = 0; times < 2; times++) {
    await staff.goto(`/referral/${id}?tab=files`);
    const download = staff.waitForEvent('download');
    await staff.getByRole('button', { name: /^Open Referral-.*\.pdf$/i }).click();
    await download;
  }

  await ops.goto(`/audit/${id}`);
  await ops.getByRole('tab', { name: 'Who saw this' }).click();
  await expect(ops).toHaveURL(`/audit/${id}?tab=viewings`);
  const counted = ops.locator('main h2').getByRole('status');
  await expect(counted).toHaveText(/^[\d,]+ viewings$/);

  await ops.getByLabel('Person').selectOption({ label: 'Dana Whitfield' });
  await expect(ops).toHaveURL(/[?&]person=/);
  await expect(counted).toHaveText(/^[\d,]+ of [\d,]+ viewings$/);
  const dana = ops.getByRole('listitem').filter({ hasText: 'Dana Whitfield' });
  await expect(dana).toHaveCount(1);
  await expect(dana).toContainText('Staff · Throughline Medical Supply');
  await expect(dana).toContainText(/first .* last /);
  await expect(dana).toContainText(/downloaded (twice|\d+ times)/);
  await dana.locator('summary').click();
  const each = ops.getByRole('list', { name: 'Viewings of Dana Whitfield' }).getByRole('listitem');
  await expect(each.filter({ hasText: /File · number \d+ · downloaded · session / }).nth(1)).toBeVisible();

  await ops.getByRole('textbox', { name: 'From' }).fill('01/01/2020');
  await ops.getByRole('textbox', { name: 'To' }).fill('01/31/2020');
  await expect(ops).toHaveURL(/from=2020-01-01&to=2020-01-31/);
  await expect(counted).toHaveText(/^0 of [1-9][\d,]* viewings$/);
  await ops.reload();
  await expect(ops.getByRole('textbox', { name: 'From' })).toHaveValue('01/01/2020');
  await expect(ops.getByText('Nobody saw it then')).toBeVisible();
  await ops.getByRole('button', { name: 'Show all' }).click();
  await expect(ops.getByRole('textbox', { name: 'From' })).toHaveValue('');
  await expect(ops).toHaveURL(`/audit/${id}?tab=viewings`);
  await expect(counted).toHaveText(/^[\d,]+ viewings$/);
});
