import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from './people.js';
import { ROOT } from './product.js';

const picture = (name: string) => ({ path: join(ROOT, 'docs/pictures', `${name}.png`) });

test('the queue', async ({ signedIn }) => {
  const page = await signedIn('staff');
  await page.goto('/queue');
  await expect(page.getByRole('cell').first()).toBeVisible();
  await page.screenshot(picture('queue'));
});

test('a referral whose items go different ways', async ({ signedIn }) => {
  const page = await signedIn('staff');
  await page.goto('/referrals?status=Backordered');
  await page.getByRole('row').filter({ hasText: 'Multiple Statuses' }).first().getByRole('link').first().click();
  await expect(page.getByRole('tabpanel').getByRole('region').nth(1)).toBeVisible();
  await page.screenshot(picture('referral-detail'));
});
