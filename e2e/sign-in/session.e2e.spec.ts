import { expect, type Page, type Request } from '@playwright/test';
import { aTask } from '../product/orders-and-tasks.js';
import { expectFocusInside } from '../product/focus.js';
import { addItem, field, fillMember, submitOrder } from '../order/order.js';
import { attach, file } from '../order/order-files.js';
import { addressOf, signIn, test } from '../product/people.js';

test.describe('A session that is about to expire', () => {
  test('is extended by Stay Logged In; otherwise it expires, and the next sign-in returns to the same page', async ({
    visitor,
  }) => {
    const page = await visitor();
    // A session of its own, as it ends for good here.
    await page.clock.install();
    await page.goto('/create-referral');
    await signIn(page, 'referrer2');
    const lastName = field(page, 'Member', 'Last Name');
    await lastName.fill('Unsent');
    const dialog = page.getByRole('alertdialog', { name: 'Session Expiring' });

    await test.step('it warns with the focus on staying, and says what is left at five, two and one minutes', async () => {
      await untilItWarns(page);
      await expect(dialog.getByRole('button', { name: 'Stay Logged In' })).toBeFocused();
      await says(page, 'You will be signed out in 5 minutes');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeVisible();
      await page.clock.fastForward('03:00');
      await says(page, 'You will be signed out in 2 minutes');
      await page.clock.fastForward('01:00');
      await says(page, 'You will be signed out in 1 minute');
    });

    await test.step('while the provider is away it cannot be kept, and says so', async () => {
      await page.keyboard.press('Enter');
      await page.clock.runFor(RENEWAL_PATIENCE_MS);
      await expect(dialog.getByRole('alert')).toContainText('could not be extended');
    });

    await test.step('kept, everything is as it was', async () => {
      await letProviderAnswer(page);
      await dialog.getByRole('button', { name: 'Stay Logged In' }).press('Enter');
      await expect(dialog).toBeHidden();
      await expect(lastName).toHaveValue('Unsent');
      await expect(page.getByRole('button', { name: 'Account:' })).toBeVisible();
    });

    await test.step('left alone, it ends on the page: nothing of the person is left on it', async () => {
      await untilItWarns(page);
      await letProviderAnswer(page);
      await page.clock.fastForward('05:01');
      await expect(page.getByRole('dialog', { name: 'Sign In' })).toContainText(
        'You were signed out because the session was not extended.',
      );
      await expect(page).toHaveURL(/\/create-referral$/);
      await expect(
        page.getByRole('group', { name: 'Member', exact: true, includeHidden: true }).getByLabel('Last Name'),
      ).toHaveValue('');
      expect(await page.evaluate(() => localStorage.getItem('okta-token-storage') ?? '{}')).toBe('{}');
      await expect(liveSign(page), 'nothing of the page is live').toHaveCount(0);
    });

    await test.step('a person who signs in again continues where they were, also after typing on the empty page', async () => {
      const signInDialog = page.getByRole('dialog', { name: 'Sign In' });
      await expectFocusInside(signInDialog);
      await page.keyboard.press('Escape');
      await lastName.fill('Meanwhile');
      await page.clock.runFor(1000);
      await page.clock.setSystemTime(new Date());
      await page.getByRole('banner').getByRole('button', { name: 'Login' }).click();
      await expect(signInDialog.getByLabel('Username')).toBeFocused();
      await page.keyboard.type(addressOf('referrer2'));
      await page.keyboard.press('Tab');
      await page.keyboard.type('Throughline1!');
      await page.keyboard.press('Enter');
      await expect(signInDialog).toBeHidden();
      await expect(page.getByText('Your draft was restored.')).toBeVisible();
      await expect(lastName).toHaveValue('Meanwhile');
      await page.getByRole('button', { name: 'Show that one' }).click();
      await expect(lastName).toHaveValue('Unsent');
      await expect(page.getByText('Another draft of this form was also kept')).toBeVisible();
    });
  });

  test('warns also without a network, which was lost when the page had just come to rest', async ({ visitor }) => {
    const page = await visitor();
    await page.clock.install();
    await page.goto('/');
    await signIn(page, 'referrer2');
    await page.clock.pauseAt(Date.now() + 60_000);
    const loading = new Set<Request>();
    page.on('request', (request) => loading.add(request));
    page.on('requestfinished', (request) => loading.delete(request));
    page.on('requestfailed', (request) => loading.delete(request));
    const dialog = page.waitForEvent('request', (request) => /session-expiring-dialog-.*\.js$/.test(request.url()));
    await page.reload({ waitUntil: 'networkidle' });
    await expect(page.getByRole('button', { name: 'Account:' })).toBeVisible();
    await page.clock.runFor('00:02');
    await dialog;
    await expect.poll(() => [...loading].map((request) => request.url())).toEqual([]);
    await page.context().setOffline(true);
    await page.clock.fastForward('54:00');
    await page.clock.runFor(RENEWAL_PATIENCE_MS);
    const expiring = page.getByRole('alertdialog', { name: 'Session Expiring' });
    await expect(expiring).toBeVisible();
    await expiring.getByRole('button', { name: 'Stay Logged In' }).click();
    await page.clock.runFor(3_000);
    await expect(expiring.getByRole('alert')).toContainText('Your session could not be extended.', { timeout: 2_000 });
  });

  test('warns also without a network, which was lost soon after the sign-in', async ({ visitor }) => {
    const page = await visitor();
    await page.clock.install();
    await page.goto('/');
    await signIn(page, 'referrer2');
    const loaded = Promise.all(
      [/session-expiring-dialog-.*\.js$/, /sign-in-steps-.*\.js$/].map((file) =>
        page.waitForEvent('requestfinished', (request) => file.test(request.url())),
      ),
    );
    // A page that has not loaded the sign-in.
    await page.reload();
    await expect(page.getByRole('button', { name: 'Account:' })).toBeVisible();
    await page.clock.fastForward('00:15');
    await loaded;
    await page.context().setOffline(true);
    await page.clock.fastForward('54:00');
    await page.clock.runFor(RENEWAL_PATIENCE_MS);
    await expect(page.getByRole('alertdialog', { name: 'Session Expiring' })).toBeVisible();
    await page.clock.fastForward('05:01');
    await expect(page.getByRole('dialog', { name: 'Sign In' })).toContainText('the session was not extended');
  });

  test('that expires at Submit or while a person types keeps the order on the screen, and the person can continue', async ({
    visitor,
  }) => {
    const page = await visitor();
    await page.goto('/create-referral');
    await signIn(page, 'referrer2');
    await fillMember(page, 'Lost');
    await addItem(page, 'Folding walker with wheels', 'Adult');
    await attach(page, file('kept.pdf'));
    const member = page.getByRole('group', { name: 'Member', exact: true, includeHidden: true });
    const told = page.getByRole('alert').filter({ hasText: 'it was ended elsewhere' });

    await test.step('the answer to Submit says so, and leads to the sign-in', async () => {
      await loseSession(page);
      await page.getByRole('button', { name: 'Submit referral' }).click();
      const result = page.getByRole('dialog', { name: 'Submit Referral' });
      await expect(result).toContainText('Nothing you typed is lost.');
      await expect(result.getByRole('button', { name: 'Login' })).toBeFocused();
      await expect(result.getByRole('button', { name: 'Try again' })).toHaveCount(0);
      await expect(member.getByLabel('Last Name')).toHaveValue('Lost');
      await result.getByRole('button', { name: 'Close' }).click();
    });

    await test.step('what is typed goes on, and is not sent as a visitor’s', async () => {
      await expect(told).toBeInViewport();
      await field(page, 'Member', 'First Name').fill('Maria Elena');
      await page.getByRole('button', { name: 'Submit referral' }).click();
      await expectFocusInside(page.getByRole('dialog', { name: 'Sign In' }));
      await page.keyboard.press('Escape');
    });

    await test.step('signed in again, everything is there and is sent', async () => {
      await signIn(page, 'referrer2');
      await expect(page.getByRole('main')).toBeFocused();
      await expect(told).toBeHidden();
      await expect(field(page, 'Member', 'First Name')).toHaveValue('Maria Elena');
      await expect(page.getByRole('list', { name: 'Attached files' })).toContainText('kept.pdf');
      await submitOrder(page);
      await expect(page.getByRole('dialog', { name: 'Submit Referral' })).toContainText('1 file attached');
    });
  });

  test('ends in every tab after a Log Out in one', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/');
    await signIn(page, 'admin');
    const other = await page.context().newPage();
    await other.goto('/queue');
    await expect(other.getByRole('row').nth(1)).toBeVisible();
    await expect(liveSign(other)).toHaveText('Live');
    await page.getByRole('button', { name: 'Account:' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(other.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible();
    await expect(other.getByRole('table')).toHaveCount(0);
    await expect(other.getByRole('main')).toContainText('You signed out in another tab of this browser.');
    await expect(liveSign(other)).toHaveCount(0);
  });

  test('takes what was said of a member with it, also a message that stays', async ({ visitor, apiAs }) => {
    const { taskId, memberLastName } = await aTask(await apiAs('staff2'));
    const page = await visitor();
    await page.goto('/');
    await signIn(page, 'staff2');
    const other = await page.context().newPage();
    await other.goto(`/task/${taskId}`);
    await other.getByRole('button', { name: /^Record created/ }).click();
    const message = other.locator('.MuiAlert-root').filter({ hasText: memberLastName });
    await expect(message).toBeVisible();
    // A message under the pointer stays.
    await message.hover();
    await page.getByRole('button', { name: 'Account:' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(other.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible();
    await expect(other.locator('body')).not.toContainText(memberLastName);
  });

  test('says in the other tab that a Log Out cleared the order that was started there', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/');
    await signIn(page, 'referrer2');
    const other = await page.context().newPage();
    await other.goto('/create-referral');
    await field(other, 'Member', 'Last Name').fill('Unsent');
    await page.getByRole('button', { name: 'Account:' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    const told = other.getByText('You signed out in another tab, which cleared the order that you had started here.');
    await expect(told).toBeVisible();
    await expect(field(other, 'Member', 'Last Name')).toHaveValue('');
    await other.reload();
    await expect(field(other, 'Member', 'Last Name')).toHaveValue('');
    await expect(told).toBeHidden();
  });
});

/** Includes what a dialog hides. */
const liveSign = (page: Page) => page.locator('header').getByRole('status', { includeHidden: true });

/** The provider knows the person no more, and the API does not take their token. */
async function loseSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => {
    const tokens = JSON.parse(localStorage.getItem('okta-token-storage') ?? '') as {
      readonly accessToken: { accessToken: string };
    };
    tokens.accessToken.accessToken = tokens.accessToken.accessToken.replace(/.{6}$/, 'AAAAAA');
    localStorage.setItem('okta-token-storage', JSON.stringify(tokens));
  });
}

/** How long the console waits for the provider's answer when it renews. */
const RENEWAL_PATIENCE_MS = 16_000;
const AUTHORIZE = /\/v1\/authorize/;

/** Lets an hour's token grow old while the provider cannot be reached. */
async function untilItWarns(page: Page): Promise<void> {
  await page.route(AUTHORIZE, (route) => route.abort());
  await page.clock.fastForward('55:00');
  await expect(async () => {
    await page.clock.runFor(RENEWAL_PATIENCE_MS);
    await expect(page.getByRole('alertdialog', { name: 'Session Expiring' })).toBeVisible({ timeout: 500 });
  }).toPass();
}

const letProviderAnswer = (page: Page) => page.unroute(AUTHORIZE);

const says = (page: Page, words: string) =>
  expect(page.getByRole('status', { includeHidden: true }).filter({ hasText: words })).toHaveCount(1);
