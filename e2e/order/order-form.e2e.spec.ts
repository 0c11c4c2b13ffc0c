import { expect, type Page } from '@playwright/test';
import { expectVisibleFocus } from '../product/focus.js';
import {
  addItem,
  chooseState,
  field,
  fillByKeyboard,
  fillMember,
  fillOrder,
  fillVisitor,
  submitByKeyboard,
  submitOrder,
  typeInto,
} from './order.js';
import { addressOf, test } from '../product/people.js';
import { expectWcag } from '../product/wcag.js';

test.describe('The order form', () => {
  test('names the missing fields after an empty submit, and focuses the first one', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/create-referral');
    await expect(page.getByRole('button', { name: 'Submit referral' })).toBeVisible();
    await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0);

    await page.getByRole('button', { name: 'Submit referral' }).click();
    const dialog = page.getByRole('dialog', { name: 'Submit Referral' });
    await expect(dialog.getByRole('alert')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();

    const summary = page.getByRole('alert').filter({ hasText: 'things to fix' });
    await expect(summary.getByRole('link', { name: /^Member: .*Last Name/ })).toBeVisible();
    await summary.getByRole('link', { name: /^Member: .*Last Name/ }).click();
    const lastName = field(page, 'Member', 'Last Name');
    await expect(lastName).toBeFocused();
    await expect(lastName).toHaveAttribute('aria-invalid', 'true');
    await expect(lastName).toHaveAccessibleDescription(/required/i);
  });

  test('keeps the typed values through a reload', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/create-referral');
    await fillMember(page, 'Draft');
    await addItem(page, 'Manual breast pump');
    await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain('Manual breast pump');
    await page.reload();
    await expect(page.getByText('Your draft was restored.')).toBeVisible();
    await expect(field(page, 'Member', 'Last Name')).toHaveValue('Draft');
    await expect(page.getByRole('textbox', { name: 'Quantity of Manual breast pump' })).toHaveValue('1');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(field(page, 'Member', 'Last Name')).toHaveValue('');
    await expect(page.getByRole('combobox', { name: 'Source' })).toBeFocused();
  });

  test('stores the draft of one tab, and says in the other tab that its draft is not stored', async ({ visitor }) => {
    const page = await visitor();
    const keep = async (tab: Page, zip: string) => {
      await field(tab, 'Delivery address', 'Zip').fill(zip);
      await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain(zip);
    };
    await page.goto('/create-referral');
    await keep(page, '85001');
    const other = await page.context().newPage();
    await other.goto('/create-referral');
    await keep(other, '85002');
    await field(page, 'Delivery address', 'City').fill('Mesa');
    const told = (tab: Page) => tab.getByRole('alert').filter({ hasText: 'also open in another tab' });
    await expect(told(page)).toBeVisible();
    await told(page).getByRole('button', { name: 'Keep this one' }).click();
    await expect(told(page)).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();
    await keep(page, '85003');
    await field(other, 'Delivery address', 'City').fill('Tempe');
    await told(other).getByRole('button', { name: 'Show that one' }).click();
    await expect(field(other, 'Delivery address', 'City')).toHaveValue('Mesa');
    await expect(field(other, 'Delivery address', 'Zip')).toHaveValue('85003');
  });

  test('keeps a draft for one day, also while its page is open, and starts empty if the stored value is invalid', async ({
    visitor,
  }) => {
    const page = await visitor();
    await page.clock.install();
    await page.goto('/create-referral');
    const lastName = field(page, 'Member', 'Last Name');
    await lastName.fill('Yesterday');
    const kept = () => page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.includes('order-draft')));
    await page.clock.runFor(1000);
    expect(await kept()).toHaveLength(1);
    await page.clock.fastForward('25:00:00');
    expect(await kept()).toEqual([]);
    await expect(lastName).toHaveValue('Yesterday');
    await lastName.fill('Today');
    await page.clock.runFor(1000);
    const [[place, draft]] = (await kept()) as [[string, string]];
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      place,
      draft.replace(/"items":\[.*?\]/, '"items":null'),
    ] as const);
    await page.reload();
    await expect(lastName).toHaveValue('');
  });

  test('asks before an order that was sent in one tab is sent in another', async ({ signedIn }) => {
    const page = await signedIn('referrer');
    await page.goto('/create-referral');
    await fillMember(page, 'Twice');
    await addItem(page, 'Folding walker with wheels', 'Adult');
    await expect
      .poll(() => page.evaluate(() => Object.values(localStorage).join()))
      .toMatch(/"items":\[\{[^\]]*Folding walker/);
    const other = await page.context().newPage();
    await other.goto('/create-referral');
    await expect(field(other, 'Member', 'Last Name')).toHaveValue('Twice');
    await expect(page.getByRole('alert').filter({ hasText: 'also open in another tab' })).toBeHidden();
    const id = await submitOrder(page);
    await other.getByRole('button', { name: 'Submit referral' }).click();
    const asked = other.getByRole('dialog', { name: 'Submit Referral' });
    await expect(asked.getByRole('alert')).toContainText('in another tab of this browser');
    await expect(asked.getByRole('button', { name: 'Submit anyway' })).toBeVisible();
    await expect(asked.getByRole('link', { name: 'Open it' })).toHaveAttribute('href', `/referral/${id}`);
    await asked.getByRole('button', { name: 'Close' }).click();
    await expect(field(other, 'Member', 'Last Name')).toHaveValue('Twice');
  });

  test('is sent once if a tab and its duplicate submit it at once, and the duplicate is told', async ({ signedIn }) => {
    const page = await signedIn('referrer');
    let sent = 0;
    page.context().on('request', (request) => {
      if (request.url().endsWith('/referrals/create')) sent += 1;
    });
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    await page.context().route('**/api/referrals/same-orders*', async (route) => {
      await gate;
      await route.continue();
    });
    await page.goto('/create-referral');
    await fillMember(page, 'Duplicated');
    await addItem(page, 'Folding walker with wheels', 'Adult');
    await expect
      .poll(() => page.evaluate(() => Object.values(localStorage).join()))
      .toMatch(/"items":\[\{[^\]]*Folding walker/);
    const opened = page.context().waitForEvent('page');
    await page.evaluate(() => void window.open(location.href));
    const duplicate = await opened;
    await expect(field(duplicate, 'Member', 'Last Name')).toHaveValue('Duplicated');
    const lookedUp = page.waitForRequest('**/api/referrals/same-orders*');
    await page.getByRole('button', { name: 'Submit referral' }).click();
    await lookedUp;
    await duplicate.getByRole('button', { name: 'Submit referral' }).click();
    const asked = duplicate.getByRole('dialog', { name: 'Submit Referral' });
    await expect(asked).toBeVisible();
    open();
    const done = page.getByRole('dialog', { name: 'Submit Referral' });
    await expect(done).toContainText('Your referral has been submitted.');
    await expect(asked.getByRole('alert')).toContainText('in another tab of this browser');
    // Whether it names the referral depends on whether the look-up has it by then.
    await expect(asked.getByRole('button', { name: 'Submit anyway' })).toBeVisible();
    expect(sent).toBe(1);
  });

  test('asks before the same order is sent again, and the staff see it on both', async ({ signedIn }) => {
    test.slow();
    const page = await signedIn('referrer');
    await page.goto('/create-referral');
    await fillMember(page, 'Núñez');
    await addItem(page, 'Folding walker with wheels', 'Adult');
    const born = await field(page, 'Member', 'DOB').inputValue();
    const medicaidId = await field(page, 'Insurance', 'Medicaid ID').inputValue();
    const first = await submitOrder(page);

    const staff = await signedIn('staff');
    await staff.goto(`/referral/${first}`);
    await expect(staff.getByRole('tab', { name: 'Status' })).toBeVisible();
    const twice = staff.getByRole('status').filter({ hasText: 'was also submitted' });
    await expect(twice).toBeHidden();

    await page.goto('/create-referral');
    await fillMember(page, 'Nunez');
    await field(page, 'Member', 'DOB').fill(born);
    await field(page, 'Insurance', 'Medicaid ID').fill(medicaidId.replace('A', 'a '));
    await addItem(page, 'Folding walker with wheels', 'Adult');
    await page.getByRole('button', { name: 'Submit referral' }).click();
    const dialog = page.getByRole('dialog', { name: 'Submit Referral' });
    await expect(dialog.getByRole('alert')).toHaveText(
      /^A referral for this member with these items \(quantities may differ\) was submitted (less than a|\d+) minutes? ago: open it, or submit this order as well\.$/,
    );
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
    await expectWcag(page, '[role="dialog"]');
    const opened = page.context().waitForEvent('page');
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('link', { name: 'Open it (opens in a new tab)' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect((await opened).getByRole('heading', { name: 'Referral' }).first()).toBeVisible();
    expect((await opened).url()).toContain(`/referral/${first}`);
    await (await opened).close();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(field(page, 'Member', 'Last Name')).toHaveValue('Nunez');

    await page.getByRole('button', { name: 'Submit referral' }).click();
    await dialog.getByRole('button', { name: 'Submit this order as well' }).click();
    await expect(dialog).toContainText('Your referral has been submitted.');
    const address = await dialog.getByRole('link', { name: 'Open the referral' }).getAttribute('href');
    await expect(twice.getByRole('link')).toHaveAttribute('href', address ?? '');
    await staff.goto(address ?? '');
    await expect(twice.getByRole('link')).toHaveAttribute('href', `/referral/${first}`);
    await expectWcag(staff);
    await staff.goto(`/task/${first}-1`);
    await expect(twice.getByRole('link')).toHaveAttribute('href', address ?? '');
  });

  test('is sent although whether the same was sent before cannot be looked up', async ({ signedIn }) => {
    const page = await signedIn('referrer');
    await page.goto('/create-referral');
    await fillMember(page, 'Unasked');
    await addItem(page, 'Folding walker with wheels', 'Adult');
    // Never answered.
    await page.route('**/api/referrals/same-orders*', () => undefined);
    await submitOrder(page);
  });

  test('can be filled in and sent by keyboard alone', async ({ signedIn }) => {
    const page = await signedIn('referrer');
    await page.goto('/create-referral');
    await expect(page.getByRole('group', { name: 'Referrer' })).toContainText(addressOf('referrer'));
    await fillByKeyboard(page, 'Keyboard', { state: 'ari', item: 'Manual breast pump' });
    await typeInto(page, 'Due Date', '2027-03-01');
    await submitByKeyboard(page);
  });

  test('sends an order once, even if it is submitted repeatedly', async ({ signedIn }) => {
    const page = await signedIn('referrer');
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && /\/referrals(\/create)?$/.test(new URL(request.url()).pathname)) sent += 1;
    });
    await page.goto('/create-referral');
    await fillMember(page, 'Once');
    await addItem(page, 'Folding walker with wheels', 'Adult');
    await page.getByRole('form', { name: 'Referral order' }).evaluate((form: HTMLFormElement) => {
      for (let times = 0; times < 3; times += 1) form.requestSubmit();
    });
    await expect(page.getByRole('dialog', { name: 'Submit Referral' })).toContainText('has been submitted');
    expect(sent).toBe(1);
  });

  test('that got no response is asked for after a reload, and until then is said to be in doubt', async ({
    signedIn,
  }) => {
    const page = await signedIn('referrer');
    await page.goto('/create-referral');
    await fillMember(page, 'Unanswered');
    await addItem(page, 'Folding walker with wheels', 'Adult');
    let recorded: unknown;
    await page.route('**/api/referrals/create', async (route) => {
      recorded = ((await (await route.fetch()).json()) as { data: unknown }).data;
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Submit referral' }).click();
    const dialog = page.getByRole('dialog', { name: 'Submit Referral' });
    await expect(dialog).toContainText('the order will not be recorded twice');
    await dialog.getByRole('button', { name: 'Close' }).click();
    const inDoubt = page.getByText('Submitting it unchanged is safe');
    await expect(inDoubt).toBeVisible();

    await test.step('as another order, it is not sent before the person knows that there may be two then', async () => {
      await field(page, 'Delivery address', 'Zip').fill('85005');
      await page.getByRole('button', { name: 'Submit referral' }).click();
      await expect(dialog).toContainText(
        'A referral for this member with these items (quantities may differ) was submitted less than a minute ago',
      );
      await expect(dialog.getByRole('link', { name: 'Open it' })).toHaveAttribute(
        'href',
        `/referral/${String(recorded)}`,
      );
      await dialog.getByRole('button', { name: 'Close' }).click();
      await field(page, 'Delivery address', 'Zip').fill('85004');
    });

    await test.step('its draft is discarded only with a word about it', async () => {
      await page.reload();
      await expect(inDoubt).toBeVisible();
      await page.getByRole('button', { name: 'Discard' }).click();
      const earlier = page
        .getByRole('alert')
        .filter({ hasText: 'An order that was submitted here before got no answer' });
      await expect(earlier).toBeVisible();
      await page.reload();
      await earlier.getByRole('button', { name: 'OK' }).click();
      await expect(earlier).toBeHidden();
      await expect(page.getByRole('main')).toBeFocused();
    });

    await test.step('and its answer is there once it can be asked for', async () => {
      await fillMember(page, 'Unanswered');
      await addItem(page, 'Folding walker with wheels', 'Adult');
      await page.getByRole('button', { name: 'Submit referral' }).click();
      await expect(dialog).toContainText('the order will not be recorded twice');
      await page.unroute('**/api/referrals/create');
      await page.reload();
      await expect(dialog).toContainText('Your referral has been submitted.');
      await expect(dialog.getByRole('link', { name: 'Open the referral' })).toHaveAttribute(
        'href',
        `/referral/${String(recorded)}`,
      );
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(inDoubt).toBeHidden();
    });
  });

  test('that never arrived is said to be here still, and is withdrawn', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/create-referral');
    await fillOrder(page, 'Withdrawn');
    await fillVisitor(page);
    await page.route('**/api/referrals/create', (route) => route.abort('connectionreset'));
    await page.getByRole('button', { name: 'Submit referral' }).click();
    const dialog = page.getByRole('dialog', { name: 'Submit Referral' });
    await expect(dialog).toContainText('the order will not be recorded twice');
    await page.unroute('**/api/referrals/create');
    await page.reload();
    await expect(page.getByText('The order that was submitted before did not arrive.')).toBeVisible();
    await expect(page.getByText('Your draft was restored.')).toBeVisible();
    await submitOrder(page);
    await expect(page.getByText('did not arrive')).toBeHidden();
  });

  test("shows the codes of a 'uhc file' as chips, and fixes the last name", async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/create-referral');
    await field(page, 'Referrer', 'Last Name').fill('Smith');
    await page.getByRole('combobox', { name: 'Source' }).selectOption('uhc file');
    await expect(field(page, 'Referrer', 'Last Name')).toHaveAttribute('readonly');
    const codes = page.getByRole('textbox', { name: 'UHC Codes' });
    for (const code of ['A412', 'B77', 'B77']) {
      await codes.fill(code);
      await codes.press('Enter');
    }
    const chips = page.getByRole('list', { name: 'UHC codes' }).getByRole('listitem');
    await expect(chips).toHaveText(['A412', 'B77']);
    await codes.press('Backspace');
    await expect(chips).toHaveText(['A412']);
    await codes.fill('b-2');
    await codes.press('Enter');
    await expect(codes).toHaveValue('b-2');
    await expect(page.getByRole('status').filter({ hasText: 'letters and digits only' })).toBeAttached();
    await expect(codes).toHaveAccessibleDescription('UHC codes may hold letters and digits only.');
    await expect(chips).toHaveText(['A412']);
    await codes.fill('');
    await expect(codes).toHaveAccessibleDescription('Letters and digits; Enter adds a code');
    await page.reload();
    await expect(chips).toHaveText(['A412']);
    await page.getByRole('combobox', { name: 'Source' }).selectOption('Portal');
    await expect(field(page, 'Referrer', 'Last Name')).toHaveValue('Smith');
  });

  test('marks items that are not offered in another state, and requires an option before it adds an item', async ({
    visitor,
  }) => {
    const page = await visitor();
    await page.goto('/create-referral');
    await expect(page.getByText('Member state required.')).toBeVisible();
    await chooseState(page, 'Arizona');
    await addItem(page, 'Washable bed pad');
    await page.getByRole('textbox', { name: 'Search items' }).fill('Cane');
    await page.getByRole('button', { name: 'Add', exact: true }).first().click();
    await expect(page.getByText('Choose an option first')).toBeVisible();
    await chooseState(page, 'New York');
    await expect(page.getByText('Not available in New York', { exact: true })).toBeVisible();
    const told = page.getByRole('alert').filter({ hasText: '1 item is not available in New York.' });
    await expect(told).toBeVisible();
    await page.getByRole('button', { name: 'Submit referral' }).click();
    const fault = 'Items: Washable bed pad: Not available in New York';
    await page.getByRole('alert').getByRole('link', { name: fault }).click();
    await expect(page.getByRole('textbox', { name: 'Quantity of Washable bed pad' })).toBeFocused();
    // Removed by a person alone: it is there again where it is offered.
    await chooseState(page, 'Texas');
    const order = page.getByRole('region', { name: 'Your order' });
    await expect(order.getByText(/not available in/i)).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'Quantity of Washable bed pad' })).toHaveValue('1');
  });

  test('shows the error of a cart line while its quantity is typed, and names the line at submit', async ({
    visitor,
  }) => {
    const page = await visitor();
    await page.goto('/create-referral');
    await chooseState(page, 'Arizona');
    await addItem(page, WALKER, 'Adult');
    await addItem(page, WALKER, 'Junior');
    const adult = page.getByRole('textbox', { name: `Quantity of ${WALKER} · Adult` });
    for (const [typed, fault] of [
      ['10000', 'Quantity is limited to 9999.'],
      ['1e3', 'Quantity must be a whole number of at least 1.'],
      ['', 'Quantity is required.'],
    ] as const) {
      await adult.fill(typed);
      await expect(adult).toHaveAccessibleDescription(fault);
      await expect(adult).toHaveAttribute('aria-invalid', 'true');
    }
    const junior = page.getByRole('textbox', { name: `Quantity of ${WALKER} · Junior` });
    await junior.fill('');
    await page.getByRole('button', { name: 'Submit referral' }).click();
    const links = page.getByRole('alert').getByRole('link', { name: /Quantity/ });
    await expect(links).toHaveText([
      `Items: ${WALKER} · Adult: Quantity is required.`,
      `Items: ${WALKER} · Junior, under 5 ft 5 in.: Quantity is required.`,
    ]);
    await links.last().click();
    await expect(junior).toBeFocused();
    await junior.fill('2');
    await expect(junior).toHaveAttribute('aria-invalid', 'false');
  });

  test('refuses a custom item at its field, and keeps the focus when items are added, paged and removed', async ({
    visitor,
  }) => {
    const page = await visitor();
    await page.goto('/create-referral');
    const name = page.getByRole('textbox', { name: 'Custom item', exact: true });
    await name.fill('x'.repeat(101));
    await name.press('Enter');
    await expect(name).toHaveAccessibleDescription('Item is limited to 100 characters.');
    await expect(page.locator('#customItem-name-help')).toBeInViewport();
    await expect(name).toBeFocused();
    const order = page.getByRole('region', { name: 'Your order' });
    await expect(order.getByRole('listitem')).toHaveCount(0);
    for (const custom of ['Cushion', 'Cushion', 'Reacher']) {
      await name.fill(custom);
      await name.press('Enter');
      await expect(name).toHaveValue('');
      await expect(name).toBeFocused();
    }
    await expect(page.getByRole('textbox', { name: 'Quantity of Cushion' })).toHaveValue('2');

    await page.getByRole('button', { name: 'Remove Cushion' }).press('Enter');
    const reacher = page.getByRole('button', { name: 'Remove Reacher' });
    await expect(reacher).toBeFocused();
    await reacher.press('Enter');
    await expect(order.getByRole('heading', { name: 'Your order' })).toBeFocused();
    await expectVisibleFocus(page);

    await chooseState(page, 'Arizona');
    await page.getByRole('group', { name: 'Item category' }).getByRole('button', { name: 'Equipment' }).click();
    await page.getByRole('button', { name: 'Next' }).press('Enter');
    const previous = page.getByRole('button', { name: 'Previous' });
    await expect(previous).toBeFocused();
    await previous.press('Enter');
    await expect(page.getByRole('button', { name: 'Next' })).toBeFocused();
  });
});

const WALKER = 'Folding walker with wheels';
