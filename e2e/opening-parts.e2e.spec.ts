import { expect, type Page } from '@playwright/test';
import { expectFocusInside } from './focus.js';
import { test } from './people.js';

/* Parts of the console whose code is loaded by the click that opens them. */

/** Holds every file of code that is asked for from now on, until the returned function lets them go. */
async function holdCode(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const loading = (page: Page) => page.getByText('Loading…');

test('The calendar of a date says that it is coming, and does not come after Escape', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/check-referral');
  await expect(page.getByRole('textbox', { name: 'Member DOB' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const release = await holdCode(page);
  const opener = page.getByRole('button', { name: 'Choose Member DOB from a calendar' });
  await opener.click();
  await expect(loading(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(loading(page)).toBeHidden();
  const typedIn = page.getByLabel('Member First Name');
  const loaded = page.waitForResponse(/date-calendar-.*\.js$/);
  await typedIn.fill('An');
  release();
  await loaded;
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(typedIn).toBeFocused();
  await opener.click();
  await expectFocusInside(page.getByRole('dialog', { name: 'Choose Member DOB' }));
});

test('Nothing is said to be loading any more when Escape has taken back what opens under a button', async ({
  signedIn,
}) => {
  const page = await signedIn('staff');
  await page.goto('/queue');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.waitForLoadState('networkidle');
  const release = await holdCode(page);
  const views = page.getByRole('button', { name: 'Views' });
  for (const _ of ['once', 'again']) {
    await views.click();
    await expect(loading(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(loading(page)).toBeHidden();
  }
  await views.click();
  release();
  await expectFocusInside(page.getByRole('dialog'));
});
