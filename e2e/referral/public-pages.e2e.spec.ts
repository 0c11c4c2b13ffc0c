import { expect, type Page } from '@playwright/test';
import { mailTo } from '../product/mailbox.js';
import { test } from '../product/people.js';
import { expectWcag } from '../product/wcag.js';

const RUN = Date.now().toString(36);
const answer = `Number 512-555-0141, ${RUN}.`;

async function fillSender(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'First Name' }).fill('Ana');
  await page.getByRole('textbox', { name: 'Last Name' }).fill(`Ruiz ${RUN}`);
  await page.getByRole('textbox', { name: 'Email' }).fill(`ana-${RUN}@plan.example`);
}

test('a visitor checks a status, writes to us, and opens the answer of staff by the mailed link', async ({
  visitor,
  signedIn,
}) => {
  const staff = await signedIn('staff');
  await staff.goto('/referrals');
  const href = (await staff.getByRole('cell').getByRole('link').first().getAttribute('href')) ?? '';
  const referralId = href.replace('/referral/', '');
  const page = await visitor();

  await test.step('Check Status refuses, finds nothing, and finds', async () => {
    await page.goto('/check-referral');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('textbox', { name: 'Referral ID' })).toBeFocused();
    await page.getByRole('textbox', { name: 'Referral ID' }).fill('12345');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText(/^Referral not found\. {1,2}Please make sure/)).toBeVisible();
    await page.getByRole('textbox', { name: 'Referral ID' }).fill(referralId);
    await page.getByRole('button', { name: 'Submit' }).click();
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: /\(Click to View\)/ }).click();
    await expect((await opened).getByText('You see only the progress.')).toBeVisible();
  });

  await test.step('Help & Suggestions sends, and keeps who writes', async () => {
    await page.goto('/help');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('radio', { name: 'Assistance Needed' })).toBeFocused();
    await page.getByRole('radio', { name: 'Suggestion' }).check();
    await fillSender(page);
    await page.getByRole('textbox', { name: 'Description' }).fill('More colors.');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Successfully submitted')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('');
    await expect(page.getByRole('textbox', { name: 'First Name' })).toHaveValue('Ana');
  });

  await test.step('a message by Contact Us is announced in the open queue of staff, who answer it', async () => {
    await staff.goto('/messages');
    await expect(staff.getByText(`Ruiz ${RUN}`).first()).toBeVisible();
    await page.goto('/contact-us');
    await fillSender(page);
    await page.getByRole('textbox', { name: 'Subject' }).fill('Fax');
    await page.getByRole('textbox', { name: 'Message' }).fill('Which number?');
    await page.reload();
    await expect(page.getByText('Your draft was restored.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Which number?');
    const waiting = staff.getByRole('link', { name: /^Messages \d+\+? waiting$/ });
    const before = await waiting.innerText();
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Your message has been successfully sent!')).toBeVisible();
    await expect(waiting, 'one more').not.toHaveText(before);
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('');
    await staff.getByRole('button', { name: 'Show updates' }).click();
    const row = staff.getByRole('row').filter({ hasText: 'Which number?' }).filter({ hasText: RUN });
    const other = await signedIn('staff2');
    await other.goto('/messages');
    const otherRow = other.getByRole('row').filter({ hasText: 'Which number?' }).filter({ hasText: RUN });
    await otherRow.getByRole('button', { name: /^Answer/ }).click();
    const older = other.getByRole('dialog');
    await older.getByRole('textbox', { name: 'Answer' }).fill('Another one.');
    await row.getByRole('button', { name: /^Answer/ }).click();
    await staff.getByRole('dialog').getByRole('textbox', { name: 'Answer' }).fill(answer);
    await staff.getByRole('dialog').getByRole('button', { name: 'Answer' }).click();
    await expect(row).toHaveCount(0);

    await expect(older.getByRole('status')).toContainText(/answered this message, \w+day \d\d:\d\d/);
    await expect(older.getByRole('status')).toContainText(answer);
    await older.getByRole('button', { name: 'Answer' }).click();
    await expect(older.getByRole('alert').getByText(/answered this message on .* Central Time\./)).toBeVisible();
    await expect(older.getByRole('status')).toContainText(answer);
    await expect(older.getByRole('textbox', { name: 'Answer' })).toHaveValue('Another one.');
    await expectWcag(other);
    await other.context().close();
  });

  await test.step('the mail is a link to the answer alone', async () => {
    const mail = await mailTo(page, `ana-${RUN}@plan.example`, 'answered');
    expect(mail.text).not.toMatch(/Ruiz|Which|512-555/);
    await page.goto(mail.links[0] ?? '');
    await expect(page.getByText(answer)).toBeVisible();
    await expect(page.getByText('Which number?')).toHaveCount(0);
  });
});

test('Register says that the companies could not be loaded, offers Retry, and names its fields for the browser', async ({
  visitor,
}) => {
  const page = await visitor();
  await page.goto('/');
  let isBroken = true;
  await page.route('**/api/companies*', (route) =>
    isBroken
      ? route.fulfill({ status: 500, json: { success: false, message: 'It broke.', code: 'service/unexpected' } })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Register' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Account' });
  const error = dialog.getByRole('alert').filter({ hasText: 'Error Loading Companies: It broke.' });
  await expect(error).toBeVisible();
  isBroken = false;
  await error.getByRole('button', { name: 'Retry' }).click();
  await expect(error).toBeHidden();
  await expect(dialog.getByRole('combobox', { name: 'Company' }).getByRole('option')).not.toHaveCount(1);
  const tokens = await dialog
    .locator('input, select')
    .evaluateAll((fields) => fields.map((field) => field.getAttribute('autocomplete')));
  expect(tokens).toEqual(['given-name', 'family-name', 'email', 'tel', 'address-level1', 'organization']);
  await dialog.getByLabel('First Name').fill('Rosa');
  await dialog.getByLabel('Last Name').fill('Ngata');
  await dialog.getByLabel('Email').fill(`register-${RUN}@plan.example`);
  await dialog.getByRole('combobox', { name: 'State' }).selectOption('AZ');
  const sent = page.waitForRequest('**/api/okta/create');
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  expect(Object.keys((await sent).postDataJSON() as object)).toEqual(
    expect.arrayContaining([
      'lastName',
      'firstName',
      'email',
      'phone',
      'state',
      'company',
      'overrideCompanyGroups',
      'groups',
    ]),
  );
});

test('While the code of what a click opens is on its way, the page says so, and Escape takes the click back', async ({
  visitor,
}) => {
  const page = await visitor();
  for (const [button, opens] of [
    ['Login', { role: 'dialog', name: 'Sign In' }],
    ['Register', { role: 'dialog', name: 'Create Account' }],
    ['Theme', { role: 'menu' }],
    ['Privacy', { role: 'dialog' }],
  ] as const) {
    const { role, ...named } = opens;
    await page.goto('/');
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/*.js', (route) => isReleased.then(() => route.continue()));
    await page.getByRole('button', { name: button }).first().click();
    const loading = page.getByRole('status').filter({ hasText: 'Loading…' });
    await expect(loading).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(loading).toHaveCount(0);
    await page.getByRole('button', { name: button }).first().click();
    await expect(loading).toBeInViewport();
    release();
    await expect(page.getByRole(role, named)).toBeVisible();
    await expect(loading).toHaveCount(0);
    await page.unroute('**/*.js');
    // A step of a sign-in that is open would be opened again with the next page.
    await page.keyboard.press('Escape');
    await expect(page.getByRole(role, named)).toBeHidden();
  }
});

test('Help tells a screen reader that the Request Type is required, and that it is missing', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/help');
  const type = page.getByRole('radiogroup', { name: 'Request Type' });
  await expect(type).toHaveAttribute('aria-required', 'true');
  await expect(type).toHaveAttribute('aria-invalid', 'false');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(type).toHaveAttribute('aria-invalid', 'true');
  await expect(type).toHaveAccessibleDescription('Request Type is required.');
  await page.getByRole('radio', { name: 'Other' }).check();
  await expect(type).toHaveAttribute('aria-invalid', 'false');
});

test('Check Status refuses a birth in the future', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/check-referral');
  await page.getByRole('textbox', { name: 'Member Last Name' }).fill('Diaz');
  await page.getByRole('textbox', { name: 'Member First Name' }).fill('Rosa');
  await page.getByRole('textbox', { name: 'Member DOB' }).fill('12/31/2999');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('DOB is invalid.').first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Member DOB' })).toBeFocused();
});

test('every page has the banner of the newest update, until it is dismissed', async ({ visitor }) => {
  const page = await visitor();
  const banner = page.getByRole('note').filter({ hasText: 'New:' });
  for (const path of ['/', '/help', '/contact-us', '/check-referral', '/create-referral', '/referrals', '/nowhere']) {
    await page.goto(path);
    await expect(banner.getByRole('link', { name: 'Update Notes' }), path).toHaveAttribute('href', '/updates');
  }
  await banner.getByRole('button', { name: 'Dismiss' }).click();
  await expect(banner).toBeHidden();
  await page.goto('/help');
  await expect(page.getByRole('heading', { name: 'Help & Suggestions' })).toBeVisible();
  await expect(banner).toBeHidden();
});
