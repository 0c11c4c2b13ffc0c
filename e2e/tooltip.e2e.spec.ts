import { expect } from '@playwright/test';
import { pressUntilFocused } from './focus.js';
import { test } from './people.js';

test.describe('A tooltip', () => {
  test('appears below the hovered element, stays while the pointer is on the tooltip, and closes with Escape', async ({
    signedIn,
  }) => {
    const page = await signedIn('staff');
    await page.goto('/queue');
    const header = page.getByRole('columnheader', { name: 'In step' }).getByRole('button');
    const tooltip = page.getByRole('tooltip');
    await header.hover();
    await expect(tooltip).toHaveText('Time since the first of its items reached the task.');
    await expect(header).toHaveAccessibleDescription('Time since the first of its items reached the task.');
    const [above, below] = [await header.boundingBox(), await tooltip.boundingBox()];
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
    await page.keyboard.press('Escape');
    await expect(tooltip).toBeHidden();
    await page.mouse.move(0, 0);
  });

  test('appears and disappears with the keyboard focus', async ({ signedIn }) => {
    const page = await signedIn('staff');
    await page.goto('/queue');
    await page.getByRole('columnheader', { name: 'Age' }).getByRole('button').focus();
    await pressUntilFocused(page, 'In step');
    await expect(page.getByRole('tooltip')).toHaveText('Time since the first of its items reached the task.');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('tooltip')).toBeHidden();
  });
});

test('The search field and the buttons above the list of referrals are on one line', async ({ signedIn }) => {
  const page = await signedIn('referrer');
  await page.goto('/referrals');
  const field = page.getByRole('searchbox', { name: 'Search', exact: true }).locator('xpath=..');
  const bottomOf = async (element: typeof field) => {
    const box = await element.boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0));
  };
  await expect(page.getByRole('button', { name: 'Status', exact: true }).first()).toBeVisible();
  const bottom = await bottomOf(field);
  for (const name of ['Status', 'Views']) {
    expect(await bottomOf(page.getByRole('button', { name, exact: true }).first()), name).toBe(bottom);
  }
  const labelled = page.getByText(/^Include all /).locator('xpath=..');
  expect(await bottomOf(labelled), 'the switch').toBe(bottom);
});
