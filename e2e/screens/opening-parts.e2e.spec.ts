import { expect, type Page } from '@playwright/test';
import { expectFocusInside } from '../product/focus.js';
import { test } from '../product/people.js';

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

test('A part that could not be loaded is loaded by the next click, also where one of its shared files was missing', async ({
  visitor,
}) => {
  const page = await visitor();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  const login = page.getByRole('banner').getByRole('button', { name: 'Login' });
  // Twice, and each time it is asked for as soon as somebody points at it.
  for (const _ of ['once', 'again']) {
    await login.hover();
    await login.click();
    await expect(page.getByText(/^This could not be loaded/).first()).toBeVisible();
    await page.getByRole('heading', { level: 1 }).hover();
  }
  await page.context().setOffline(false);
  await login.click();
  const signIn = page.getByRole('dialog', { name: 'Sign In' });
  await expect(signIn.getByLabel('Username')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(signIn).toBeHidden();

  const register = page.getByRole('banner').getByRole('button', { name: 'Register' });
  let refused = 0;
  const shared = /\/(zod|registration|fields|table-fields)-[^/]*\.js$/;
  await page.route(shared, async (route) => {
    refused += 1;
    await route.abort();
  });
  await register.click();
  await expect(page.getByText(/^This could not be loaded/).first()).toBeVisible();
  expect(refused).toBeGreaterThan(0);
  await page.unroute(shared);
  await register.click();
  await expectFocusInside(page.getByRole('dialog', { name: 'Create Account' }));
});

test('The calendar of a date says that it is coming, and does not come after Escape', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/check-referral');
  await expect(page.getByRole('textbox', { name: 'Member DOB' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const release = await holdCode(page);
  const opener = page.getByRole('button', { name: 'Calendar for Member DOB' });
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
