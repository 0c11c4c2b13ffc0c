import { expect, type Page } from '@playwright/test';
import { pressUntilFocused } from '../product/focus.js';
import { expectLive } from '../product/live-line.js';
import { mailTo } from '../product/mailbox.js';
import { typeInto } from '../order/order.js';
import { addressOf, test } from '../product/people.js';
import { expectWcag } from '../product/wcag.js';

const PASSWORD = 'Throughline1!';
const CHANGED = 'Green-river-42!';
const RESET = 'Amber-meadow-77!';

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const account = (page: Page) => page.getByRole('button', { name: 'Account:' });

/** By keyboard alone. The dialog puts the focus into its first field. */
async function typeSignIn(page: Page, name: string, password = PASSWORD): Promise<void> {
  await pressUntilFocused(page, 'Login');
  await page.keyboard.press('Enter');
  await expect(dialogOf(page, 'Sign In').getByLabel('Username')).toBeFocused();
  await page.keyboard.type(addressOf(name));
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
}

/** The code that the phone was sent before the dialog opened. */
const codeTo = async (page: Page, phone: string): Promise<string> =>
  /^\d{6}/.exec((await mailTo(page, phone, 'Text message')).text)?.[0] ?? '';

const TOO_SOON = {
  status: 429,
  headers: { 'retry-after': '20' },
  json: { success: false, code: 'identity/rate-limited', message: 'A code was sent a moment ago.', data: null },
};

test('A person signs in with a code by keyboard alone', async ({ visitor }) => {
  const page = await visitor();
  await page.clock.install();
  await page.goto('/');
  const verify = dialogOf(page, 'Verify Phone MFA');
  const field = verify.getByLabel('Verification code');

  await test.step('shortly after an earlier sign-in no code can be typed until one was sent for this one, which needs no click', async () => {
    await page.route('**/api/okta/factors/*/verify', (route) => route.fulfill(TOO_SOON));
    await typeSignIn(page, 'phone');
    await expect(verify).toContainText('was for an earlier sign-in and is no longer good');
    await page.unrouteAll();
    await expect(verify.getByRole('button', { name: 'Verify' })).toBeDisabled();
    await expect(field).not.toBeEditable();
    await expectWcag(page, '[role="dialog"]');
    await page.clock.fastForward('00:20');
    await expect(field).toBeEditable();
  });

  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(verify).toContainText('+1 XXX-XXX-0181');
  await expect(verify.getByRole('button', { name: /^Resend in \d+ s$/ })).toBeDisabled();
  await page.keyboard.press('Enter');
  await expect(verify).toContainText('Verification code is required');
  const code = await codeTo(page, '+16025550181');
  await test.step('a reload goes on with the code, and sends no other one', async () => {
    await page.keyboard.type('12');
    await page.reload();
    await expect(verify).toContainText('+1 XXX-XXX-0181');
    await expect(field).toHaveValue('12');
    await expect(field).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    expect(await codeTo(page, '+16025550181')).toBe(code);
  });
  await page.keyboard.type(code === '000000' ? '111111' : '000000');
  await page.keyboard.press('Enter');
  await expect(verify).toContainText('Invalid Passcode/Answer');
  await expect(field).toBeFocused();
  await expectWcag(page, '[role="dialog"]');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await expect(account(page)).toBeVisible();
  await expect(verify).toBeHidden();
});

test('A person whose group needs a second factor enrols a phone', async ({ visitor }) => {
  const page = await visitor();
  await page.clock.install();
  await page.goto('/');
  await typeSignIn(page, 'new-phone');
  const setup = dialogOf(page, 'Setup Phone MFA');
  await expect(setup.getByLabel('Phone')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(setup).toContainText('Phone is not valid');
  await expect(setup).toContainText('Consent is required');
  await expect(setup.getByLabel('Phone')).toBeFocused();
  await expectWcag(page, '[role="dialog"]');
  await setup.getByLabel('Phone').fill('602 555 0182');
  await expect(setup.getByLabel('Phone')).toHaveValue('(602) 555-0182');
  await setup.getByRole('checkbox').check();
  await expectWcag(page, '[role="dialog"]');
  await page.reload();
  await expect(setup.getByLabel('Phone')).toHaveValue('(602) 555-0182');
  await expect(setup.getByRole('checkbox')).toBeChecked();
  await setup.getByLabel('Phone').focus();
  await page.keyboard.press('Enter');
  const verify = dialogOf(page, 'Verify Phone MFA');
  await expect(verify).toContainText('+1 XXX-XXX-0182');
  await expectWcag(page, '[role="dialog"]');

  await test.step('a mistyped number is corrected, and the other one is sent a code half a minute after the first', async () => {
    await verify.getByRole('button', { name: 'Use another number' }).click();
    await expect(setup.getByLabel('Phone')).toHaveValue('(602) 555-0182');
    await expect(setup.getByRole('button', { name: /^Send code in \d+ s$/ })).toBeDisabled();
    await expectWcag(page, '[role="dialog"]');
    await setup.getByLabel('Phone').fill('602 555 0185');
    await setup.getByRole('checkbox').check();
    // In real time: the provider counts it too, and would refuse a code that only the clock of this page allows.
    const send = setup.getByRole('button', { name: 'Send code', exact: true });
    await expect(send).toBeEnabled({ timeout: 60_000 });
    await send.click();
    await expect(verify).toContainText('+1 XXX-XXX-0185');
  });

  await test.step('another code can be asked for when half a minute has been counted down', async () => {
    const resend = verify.getByRole('button', { name: /^Resend/ });
    // The seconds are the server's, and every answer says them: they would not follow the clock of this page.
    await page.route('**/api/**', (route) => route.abort());
    const now = await page.evaluate(() => Date.now());
    await page.clock.pauseAt(now + 1_000);
    await page.clock.runFor(1_000);
    await expect(resend).toHaveText(/^Resend in \d+ s$/);
    const shown = Number(/\d+/.exec(await resend.innerText())?.[0]);
    expect(shown).toBeLessThan(30);
    for (let left = shown - 1; left > 0; left--) {
      await page.clock.runFor(1_000);
      await expect(resend).toHaveText(`Resend in ${left} s`);
      await expect(resend).toBeDisabled();
    }
    await page.clock.runFor(1_000);
    await expect(resend).toHaveText('Resend');
    await expect(resend).toBeEnabled();
    await page.clock.resume();
    await page.unroute('**/api/**');
  });

  await verify.getByLabel('Verification code').fill(await codeTo(page, '+16025550185'));
  await page.keyboard.press('Enter');
  const complete = dialogOf(page, 'Phone MFA Complete');
  await expect(complete).toContainText('MFA enrollment complete. Please login for the changes to take affect.');
  await expectWcag(page, '[role="dialog"]');
  await expect(complete.getByRole('button', { name: 'Close' })).toBeVisible();
  await complete.getByRole('button', { name: 'Login' }).press('Enter');
  await expect(dialogOf(page, 'Sign In').getByLabel('Username')).toHaveValue(addressOf('new-phone'));
  await expect(dialogOf(page, 'Sign In').getByLabel('Password')).toBeFocused();
});

test('A person changes an expired password, forgets it, and resets it by the mailed link and by keyboard alone', async ({
  visitor,
}) => {
  const page = await visitor();
  await page.goto('/');

  await test.step('the expired password is changed with the old one, and the sign-in goes on', async () => {
    await typeSignIn(page, 'expired');
    const expired = dialogOf(page, 'Password Expired');
    await expect(expired.getByLabel('Old password')).toBeFocused();
    await page.keyboard.type('Not-the-old-1!');
    await page.keyboard.press('Enter');
    await expect(expired).toContainText('Confirmation is required');
    await expired.getByLabel('New password').fill(CHANGED);
    await expect(expired.getByText(': done')).toHaveCount(7);
    await expired.getByLabel('Confirm password').fill(RESET);
    await page.keyboard.press('Enter');
    await expect(expired).toContainText('Passwords must match');
    await expired.getByLabel('Confirm password').fill(CHANGED);
    await page.keyboard.press('Enter');
    await expect(expired).toContainText('Old password is not correct');
    await expect(expired.getByLabel('New password')).toHaveValue(CHANGED);
    await expectWcag(page, '[role="dialog"]');
    await expired.getByLabel('Old password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(account(page)).toBeVisible();
    await account(page).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
  });

  await test.step('the link is asked for in the dialog', async () => {
    await pressUntilFocused(page, 'Login');
    await page.keyboard.press('Enter');
    await expect(dialogOf(page, 'Sign In').getByLabel('Username')).toBeFocused();
    await page.keyboard.type('expired@');
    await pressUntilFocused(page, 'Forgot password?');
    await page.keyboard.press('Enter');
    const forgot = dialogOf(page, 'Forgot Password');
    await expect(forgot.getByLabel('Username')).toHaveValue('expired@');
    await expect(forgot.getByLabel('Username')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(forgot).toContainText('Username is not valid');
    await page.keyboard.press('End');
    await page.keyboard.type(addressOf('expired').replace(/^.*@/, ''));
    await expectWcag(page, '[role="dialog"]');
    await page.keyboard.press('Enter');
    await expect(forgot).toContainText('Password reset email sent');
    await expect(forgot.getByRole('button', { name: 'Close' })).toBeVisible();
  });

  const elsewhere = await visitor();
  await test.step('another browser is signed in meanwhile', async () => {
    await elsewhere.goto('/referrals');
    await typeSignIn(elsewhere, 'expired', CHANGED);
    await expectLive(elsewhere);
  });

  await test.step('its page sets the password', async () => {
    const { links } = await mailTo(page, addressOf('expired'), 'Reset');
    await page.goto(links[0] ?? '');
    await expect(page.getByRole('heading', { level: 1, name: 'Reset Password' })).toBeVisible();
    await typeInto(page, 'New password', CHANGED);
    await typeInto(page, 'Confirm password', CHANGED);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'New password must differ from your last 4 passwords' })).toBeVisible();
    await expectWcag(page);
    await expect(page.getByLabel('New password')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(RESET);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: /^Show what is typed in New password/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('New password')).toHaveAttribute('type', 'text');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(RESET);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your password was changed')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).press('Enter');
    await expect(dialogOf(page, 'Sign In').getByLabel('Username')).toHaveValue(addressOf('expired'));
    await expect(dialogOf(page, 'Sign In').getByLabel('Password')).toBeFocused();
    await page.goto(links[0] ?? '');
    await expect(page.getByText('Reset failed: token expired or invalid')).toBeVisible();
  });

  await test.step('the other browser is signed out, and nothing there is called live', async () => {
    await expect(elsewhere.getByText('Please sign in to see this page')).toBeVisible();
    await expect(elsewhere.getByRole('banner').getByRole('status')).toHaveCount(0);
  });

  await test.step('the new one signs in', async () => {
    await typeSignIn(page, 'expired', RESET);
    await expect(account(page)).toBeVisible();
  });
});
