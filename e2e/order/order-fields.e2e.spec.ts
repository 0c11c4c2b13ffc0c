import { expect, type Page } from '@playwright/test';
import { closeResult, field, fillOrder, fillVisitor, openSection } from './order.js';
import { attach, file } from './order-files.js';
import { signIn, test } from '../product/people.js';

test.describe('The fields of an order form', () => {
  test('explain the form in a banner that stays dismissed', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/create-referral');
    const told = page.getByText('Required fields carry an asterisk');
    await expect(told).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss this information' }).click();
    await expect(page.getByRole('main')).toBeFocused();
    await page.goto('/create-referral/breast-pump');
    await expect(page.getByRole('button', { name: 'Submit referral' })).toBeVisible();
    await expect(told).toHaveCount(0);
  });

  test('accept a pasted phone number, and allow a digit in its middle to be corrected', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/create-referral');
    const phone = field(page, 'Member', 'Phone').first();
    await phone.focus();
    await page.keyboard.insertText('+1 (602) 555-0100');
    await expect(phone).toHaveValue('(602) 555-0100');
    await phone.evaluate((input: HTMLInputElement) => input.setSelectionRange(8, 8));
    await page.keyboard.press('Backspace');
    await page.keyboard.type('7');
    await expect(phone).toHaveValue('(602) 575-0100');
    expect(await phone.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(8);
    for (const pasted of ['6025550100', '602 555 0100', '+1 (602) 555-0100']) {
      await phone.fill('(602) 555-0100');
      await phone.selectText();
      await page.keyboard.insertText(pasted);
      await expect(phone).toHaveValue('(602) 555-0100');
    }
    await phone.fill('602-555-01');
    await phone.blur();
    await expect(phone).toHaveAccessibleDescription('Phone is not valid.');
    await phone.selectText();
    await page.keyboard.insertText('+44 20 7946 0958');
    await expect(phone).toHaveValue('');
    await expect(phone).toHaveAccessibleDescription(/required\. Left out: \+44 20 7946 0958\./);
  });

  test('find a state by its first letters', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/create-referral');
    const state = page.getByRole('combobox', { name: 'State' });
    await state.focus();
    await page.keyboard.type('ari');
    await page.keyboard.press('Enter');
    await expect(state).toHaveValue('Arizona (AZ)');
  });

  for (const [how, typed, keys] of [
    ['with Enter', 'ari', ['Enter', 'Tab']],
    ['as its whole name', 'Arizona', ['Tab']],
  ] as const) {
    test(`take a state that was typed ${how} before the search was loaded, and leave the focus where it is`, async ({
      visitor,
    }) => {
      const page = await visitor();
      let load = () => {};
      const isLoaded = new Promise<void>((resolve) => (load = resolve));
      await page.route(/search-select[^/]*\.js$/, (route) => isLoaded.then(() => route.continue()));
      await page.goto('/create-referral');
      const asked = page.waitForRequest(/search-select[^/]*\.js$/);
      await field(page, 'Delivery address', 'State').focus();
      await asked;
      await page.keyboard.type(typed);
      for (const key of keys) await page.keyboard.press(key);
      await expect(field(page, 'Delivery address', 'Zip')).toBeFocused();
      load();
      await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('Arizona (AZ)');
      await expect(field(page, 'Delivery address', 'Zip')).toBeFocused();
    });
  }

  test('accept the abbreviation of a state with Enter or Tab', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/create-referral');
    const state = page.getByRole('combobox', { name: 'State' });
    for (const [typed, key, chosen] of [
      ['CA', 'Enter', 'California (CA)'],
      ['pa', 'Tab', 'Pennsylvania (PA)'],
    ] as const) {
      await state.focus();
      await state.selectText();
      await page.keyboard.type(typed);
      await page.keyboard.press(key);
      await expect(state).toHaveValue(chosen);
    }
  });

  test('take what people write, and say what is left to do: in each section, and after a submit', async ({
    visitor,
  }) => {
    const page = await visitor();
    await page.goto('/create-referral');
    const member = page.getByRole('group', { name: 'Member', exact: true });
    const physician = page.getByRole('group', { name: 'Physician', exact: true });
    // Before a field has the focus, and so without the rules of the form, as with them.
    await expect(member).toHaveAccessibleDescription('5 to complete');
    const standings = () => page.locator('[data-section] [id$="-standing"]').allTextContents();
    const untouched = await standings();
    const rules = page.waitForEvent('requestfinished', (request) => request.url().includes('/section-standings-'));
    await field(page, 'Member', 'First Name').focus();
    await rules;
    await field(page, 'Member', 'First Name').fill('R');
    await expect(member).toHaveAccessibleDescription('4 to complete');
    await field(page, 'Member', 'First Name').fill('');
    await expect(member).toHaveAccessibleDescription('5 to complete');
    expect(await standings()).toEqual(untouched);
    await expect(physician).toHaveAccessibleDescription('Optional');
    await field(page, 'Member', 'First Name').fill('Rosa');
    await expect(member).toHaveAccessibleDescription('4 to complete');
    await openSection(page, 'Physician');
    await field(page, 'Physician', 'NPI').fill('1234567890');
    await expect(physician).toHaveAccessibleDescription('To check: NPI');
    await page.getByRole('button', { name: 'Submit referral' }).click();
    await closeResult(page);
    const left = page.getByRole('button', { name: /things? to fix$/ }).and(page.locator(':visible'));
    await expect(left).toHaveText('14 things to fix');
    await expect(page.getByRole('alert').getByRole('link', { name: 'Delivery address: Zip' })).toBeVisible();
    const zip = field(page, 'Delivery address', 'Zip');
    await zip.fill('850161234');
    await zip.press('Tab');
    await expect(zip).toHaveValue('85016-1234');
    await expect(left).toHaveText('13 things to fix');
    await zip.fill('');
    await expect(left).toHaveText('14 things to fix');
    await zip.fill('85016');
    await expect(left).toHaveText('13 things to fix');
    await expect(page.getByRole('alert').filter({ hasText: '13 things to fix' })).not.toContainText('Zip');
    await openSection(page, 'Clinical');
    const height = field(page, 'Clinical', 'Height');
    await height.fill(`5'4"`);
    await height.press('Tab');
    await expect(height).toHaveValue('64');
    await page.getByRole('combobox', { name: 'State' }).fill('APO');
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
      /^Armed Forces Americas/,
      /^Armed Forces Europe/,
      /^Armed Forces Pacific/,
    ]);
    const npi = field(page, 'Physician', 'NPI');
    await npi.fill('1234567890');
    await npi.press('Tab');
    await expect(npi).toHaveAccessibleDescription(/^This is not a valid NPI/);
    await expect(page.locator('[id="physicianInfo-NPI-help"] svg')).toBeVisible();
  });

  test('that no order needs are one line, until they are opened, filled in or wrong', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/create-referral');
    const section = (title: string) => page.getByRole('group', { name: title, exact: true });
    const opener = (title: string) => section(title).getByRole('button', { name: `Open ${title}` });
    const [clinical, physician] = [section('Clinical'), section('Physician')];
    for (const title of ['Clinical', 'Physician', 'Attachments', 'Additional information']) {
      await expect(opener(title)).toHaveAttribute('aria-expanded', 'false');
      await expect(section(title)).toHaveAccessibleDescription('Optional');
      await expect(section(title).getByRole('textbox')).toHaveCount(0);
      expect((await section(title).boundingBox())!.height).toBeLessThan(48);
    }

    await opener('Clinical').press('Enter');
    await expect(field(page, 'Clinical', 'Height')).toBeFocused();
    await opener('Attachments').press('Space');
    await expect(page.getByRole('button', { name: 'Choose files' })).toBeFocused();
    // It stays open when its only value is deleted, and a draft opens it again.
    const allergies = field(page, 'Clinical', 'Allergies');
    await allergies.fill('Latex');
    await allergies.fill('');
    await expect(allergies).toBeFocused();
    await allergies.fill('Latex');
    await page.reload();
    await expect(allergies).toHaveValue('Latex');
    await expect(opener('Clinical')).toBeHidden();
    await expect(opener('Physician')).toBeVisible();

    await fillOrder(page, 'Folded');
    await fillVisitor(page);
    const message = 'This physician is not known.';
    await page.route('**/api/referrals/create', (route) =>
      route.fulfill({
        status: 400,
        json: {
          success: false,
          message,
          data: null,
          code: 'request/invalid',
          errors: { 'physicianInfo.NPI': message },
        },
      }),
    );
    const sent = page.waitForRequest('**/api/referrals/create');
    await page.getByRole('button', { name: 'Submit referral' }).click();
    const order = (await sent).postDataJSON() as Record<'physicianInfo' | 'memberInfo', Record<string, string>>;
    expect(Object.values(order.physicianInfo).join('')).toBe('');
    expect(order.memberInfo).toMatchObject({ allergies: 'Latex' });
    const npi = field(page, 'Physician', 'NPI');
    await expect(npi).toBeFocused();
    await expect(npi).toHaveAccessibleDescription(message);
    await field(page, 'Physician', 'First Name').focus();
    await page
      .getByRole('alert')
      .getByRole('link', { name: `Physician: ${message}` })
      .click();
    await expect(npi).toBeFocused();
    await npi.fill('1234567893');
    await expect(page.getByRole('alert').filter({ hasText: 'to fix' })).toBeHidden();
    await expect(physician).toHaveAccessibleDescription('Optional');
    await expect(clinical).toHaveAccessibleDescription('Optional');
  });

  test('accept an address in another script, half inches, and a territory', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/create-referral');
    const email = field(page, 'Referrer', 'Email');
    await email.pressSequentially('r&d@bücher.example');
    await expect(email).toHaveValue('r&d@bücher.example');
    await openSection(page, 'Clinical');
    await field(page, 'Clinical', 'Height').fill('64.5');
    const state = page.getByRole('combobox', { name: 'State' });
    await state.focus();
    await page.keyboard.type('guam');
    await page.keyboard.press('Enter');
    await expect(state).toHaveValue('Guam (GU)');
    await page.getByRole('button', { name: 'Submit referral' }).click();
    await closeResult(page);
    for (const taken of [email, field(page, 'Clinical', 'Height'), state]) {
      await expect(taken).toHaveAttribute('aria-invalid', 'false');
    }
  });

  test('are not sent again if the same order would be refused again', async ({ signedIn }) => {
    const page = await signedIn('referrer');
    await fillOrder(page, 'Refused');
    const message = 'Briefs is not offered in Guam. Choose another and submit again.';
    await page.route('**/api/referrals/create', (route) =>
      route.fulfill({ status: 409, json: { success: false, message, data: null, code: 'order/not-offered' } }),
    );
    await page.getByRole('button', { name: 'Submit referral' }).click();
    const dialog = page.getByRole('dialog', { name: 'Submit Referral' });
    await expect(dialog).toContainText(message);
    await expect(dialog).toContainText('Nothing you typed is lost. This order would be refused again as it is');
    await expect(dialog.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  });

  test('warn about an invalid NPI when the field is left, and accept it', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/create-referral');
    await openSection(page, 'Physician');
    const npi = field(page, 'Physician', 'NPI');
    await npi.fill('1234567890');
    await expect(npi).toHaveAccessibleDescription('10 digits');
    await npi.press('Tab');
    await expect(npi).toHaveAccessibleDescription(/not a valid NPI/);
    await page.getByRole('button', { name: 'Submit referral' }).click();
    await closeResult(page);
    await expect(npi).toHaveAttribute('aria-invalid', 'false');
    await npi.fill('1234567893');
    await expect(npi).toHaveAccessibleDescription('10 digits');
  });

  test('doubt a ZIP code and a city that are not of the state, in both languages, and accept them', async ({
    visitor,
  }) => {
    const page = await visitor();
    await page.goto('/create-referral');
    const [city, zip] = [field(page, 'Delivery address', 'City'), field(page, 'Delivery address', 'Zip')];
    const state = page.getByRole('combobox', { name: 'State' });
    await zip.fill('10001');
    await expect(zip).toHaveAccessibleDescription('5 digits or 5+4');
    await state.fill('AZ');
    await state.press('Tab');
    await expect(zip).toHaveAccessibleDescription(/^10001 is a ZIP code of New York, not of Arizona\./);
    await expect(page.locator('#announcements').getByRole('status')).toContainText('not of Arizona');
    await city.fill('APO');
    await city.press('Tab');
    await expect(city).toHaveAccessibleDescription(/^APO is a military address/);
    await page.getByRole('button', { name: 'Submit referral' }).click();
    await closeResult(page);
    for (const doubtful of [city, zip]) await expect(doubtful).toHaveAttribute('aria-invalid', 'false');
    await zip.fill('85016');
    await expect(zip).toHaveAccessibleDescription('5 digits or 5+4');
    await state.fill('AE');
    await state.press('Tab');
    await expect(city).toHaveAccessibleDescription('');
    await expect(zip).toHaveAccessibleDescription(/^85016 is a ZIP code of Arizona, not of Armed Forces Europe/);
    await page.getByRole('button', { name: 'Español' }).click();
    await expect(page.getByLabel('Código postal')).toHaveAccessibleDescription(/^85016 es un código postal de Arizona/);
  });

  test('accept a list of UHC codes, and allow one to be removed by keyboard', async ({ signedIn }) => {
    const page = await signedIn('referrer');
    await page.goto('/create-referral');
    const lastName = field(page, 'Referrer', 'Last Name');
    await page.getByRole('button', { name: 'Change the referrer' }).click();
    await expect(page.getByRole('combobox', { name: 'Source' })).toBeFocused();
    await expect(lastName).not.toHaveValue('');
    const own = await lastName.inputValue();
    await page.getByRole('combobox', { name: 'Source' }).selectOption('uhc file');
    await expect(lastName).toHaveValue('UHC');
    const codes = page.getByRole('textbox', { name: 'UHC Codes' });
    await codes.focus();
    await page.keyboard.insertText('A1, B2 C3');
    await page.keyboard.press('Enter');
    const chips = page.getByRole('list', { name: 'UHC codes' }).getByRole('listitem');
    await expect(chips).toHaveText(['A1', 'B2', 'C3']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Delete');
    await expect(chips).toHaveText(['B2', 'C3']);
    await expect(codes).toBeFocused();
    await page.getByRole('combobox', { name: 'Source' }).selectOption('Portal');
    await expect(lastName).toHaveValue(own);
  });

  test('keep their values and the unanswered submit through a sign-in, and are cleared at Logout', async ({
    visitor,
  }) => {
    const page = await visitor();
    await fillOrder(page, 'Before');
    await fillVisitor(page);
    await attach(page, file('a.pdf'));
    await page.route('**/api/referrals/create', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Submit referral' }).click();
    const result = page.getByRole('dialog', { name: 'Submit Referral' });
    await expect(result).toContainText('the order will not be recorded twice');
    await page.unroute('**/api/referrals/create');
    await result.getByRole('button', { name: 'Close' }).click();
    await signIn(page, 'referrer');
    await expect(field(page, 'Member', 'Last Name')).toHaveValue('Before');
    await expect(field(page, 'Referrer', 'Email')).toHaveValue('vic@clinic.example');
    await expect(page.getByRole('textbox', { name: 'Quantity of Folding walker with wheels' })).toHaveValue('1');
    await expect(page.getByRole('list', { name: 'Attached files' })).toContainText('a.pdf');
    expect(await keptKeys(page)).not.toContain('nobody');
    await page.getByRole('button', { name: 'Submit referral' }).click();
    await expect(result).toContainText('The earlier one may have been recorded');
    await result.getByRole('button', { name: 'Close' }).click();

    const other = await page.context().newPage();
    await hearOfLogOutLate(other);
    await other.goto('/create-referral/breast-pump');
    await expect(other.getByRole('button', { name: 'Account:' })).toBeVisible();
    await expect(field(other, 'Member', 'Last Name')).toBeVisible();
    await page.getByRole('button', { name: 'Account:' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible();
    expect(await keptKeys(page)).not.toContain('order-draft');
    await field(other, 'Member', 'Last Name').fill('Meanwhile');
    await expect.poll(() => keptKeys(page)).toContain('order-draft.breast-pump');
    await other.evaluate(() => window.dispatchEvent(new Event('hear-now')));
    await expect(other.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible();
    await expect.poll(() => keptKeys(other)).not.toContain('order-draft');
    await expect(other.getByText('You signed out in another tab')).toBeVisible();
  });
});

/**
 * A tab learns of changes that another one makes to localStorage late, and by the clock of the machine. This tab learns of a Log Out at the event
 * `hear-now`.
 */
const hearOfLogOutLate = (tab: Page) =>
  tab.addInitScript(() => {
    const missed: StorageEvent[] = [];
    const before = new Map<string, string | null>();
    const { getItem } = Storage.prototype;
    const hear = (event: StorageEvent) => {
      if (event.key !== null && !before.has(event.key)) before.set(event.key, event.oldValue);
      missed.push(event);
      event.stopImmediatePropagation();
    };
    Storage.prototype.getItem = function (key) {
      return this === localStorage && before.has(key) ? (before.get(key) ?? null) : getItem.call(this, key);
    };
    window.addEventListener('storage', hear, { capture: true });
    window.addEventListener('hear-now', () => {
      window.removeEventListener('storage', hear, { capture: true });
      before.clear();
      for (const event of missed) window.dispatchEvent(new StorageEvent('storage', event));
    });
  });

const keptKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).join());
