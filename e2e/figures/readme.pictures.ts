import { expect } from '@playwright/test';
import { join } from 'node:path';
import { test } from '../product/people.js';
import { ROOT } from '../product/product.js';

const picture = (name: string) => join(ROOT, 'docs/pictures', `${name}.png`);
const SIZE = { x: 0, y: 0, width: 1280, height: 800 };

test('the queue of the staff', async ({ signedIn }) => {
  const page = await signedIn('staff');
  await page.goto('/queue');
  await expect(page.getByRole('row').nth(12)).toBeVisible();
  await page.screenshot({ path: picture('queue'), clip: SIZE, animations: 'disabled' });
});

test('a referral whose items go different ways', async ({ signedIn }) => {
  const page = await signedIn('staff');
  await page.goto('/referrals?status=Backordered');
  const apart = page.getByRole('row').filter({ hasText: 'Multiple Statuses' }).first();
  await apart.getByRole('link').first().click();
  await expect(page.getByRole('list', { name: /^Progress of/ }).nth(1)).toBeVisible();
  await page.screenshot({ path: picture('referral-detail'), clip: SIZE, animations: 'disabled' });
});
