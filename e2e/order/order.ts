import { expect, type Locator, type Page } from '@playwright/test';
import type { OrderToSend } from '@throughline/contracts';
import { expectFocusInside, pressUntilFocused } from '../product/focus.js';

/** A field of the order form, by the section that it stands in. */
export const field = (page: Page, section: string, label: string): Locator =>
  page.getByRole('group', { name: section, exact: true }).getByRole('textbox', { name: label });

/** Opens a section that no order needs, which is one line until it is opened or filled in. Returns it. */
export async function openSection(page: Page, title: string): Promise<Locator> {
  const section = page.getByRole('group', { name: title, exact: true });
  await expect(section).toBeVisible();
  const open = section.getByRole('button', { name: `Open ${title}` });
  if (await open.isVisible()) await open.click();
  await expect(open).toBeHidden();
  return section;
}

/** Chooses where the member lives, as typing does it. */
export async function chooseState(page: Page, name: string): Promise<void> {
  const state = page.getByRole('combobox', { name: 'State' });
  await state.fill(name);
  await page.getByRole('option', { name }).first().click();
}

let latest = 0;
/**
 * A member who has not ordered anything: an order that is the same as another one of the last minutes is asked about. By the time, because the
 * product goes on when Playwright starts another process after a failure.
 */
function aMember() {
  latest = Math.max(latest + 1, Math.floor(Date.now() / 1000));
  const [day, month, year] = [latest % 28, Math.floor(latest / 28) % 12, Math.floor(latest / (28 * 12)) % 90];
  const born = new Date(Date.UTC(1930 + year, month, 1 + day)).toISOString().slice(0, 10);
  return { medicaidId: `A${latest}`, born };
}

/** Fills what every order needs but its items; the referrer is filled in from the account. No state: the form has one already. */
export async function fillMember(page: Page, lastName: string, state: string | null = 'Arizona'): Promise<void> {
  const { medicaidId, born } = aMember();
  await field(page, 'Member', 'First Name').fill('Maria');
  await field(page, 'Member', 'Last Name').fill(lastName);
  await field(page, 'Member', 'DOB').fill(born);
  await page.getByRole('combobox', { name: 'Gender' }).selectOption('Female');
  await field(page, 'Member', 'Phone').first().fill('6025550147');
  await field(page, 'Delivery address', 'Address 1').fill('12 Saguaro Way');
  await field(page, 'Delivery address', 'City').fill('Phoenix');
  if (state !== null) await chooseState(page, state);
  await field(page, 'Delivery address', 'Zip').fill('85004');
  await field(page, 'Insurance', 'Medicaid ID').fill(medicaidId);
}

/**
 * Fills what every order needs, one catalogue item among it, by keyboard alone, from the referrer's phone on, which must be filled in
 * already. `state`: its name, or null on a form that has one already. `option`: its first word. `lookedUp`: date of birth and Medicaid ID are there already.
 */
export async function fillByKeyboard(
  page: Page,
  lastName: string,
  {
    state,
    item,
    option,
    lookedUp = false,
  }: {
    readonly state: string | null;
    readonly item: string;
    readonly option?: string;
    readonly lookedUp?: boolean;
  },
): Promise<void> {
  const { medicaidId, born } = aMember();
  // Where the account has all of the referrer, their fields are one line with a button.
  const first = field(page, 'Referrer', 'Phone').or(page.getByRole('button', { name: 'Change the referrer' }));
  await first.focus();
  await typeInto(page, 'First Name', 'Kim');
  await typeInto(page, 'Last Name', lastName);
  if (!lookedUp) await typeInto(page, 'DOB', born);
  await typeInto(page, 'Gender', 'Female');
  await typeInto(page, 'Phone', '6025550148');
  if (!lookedUp) await typeInto(page, 'Medicaid ID', medicaidId);
  await typeInto(page, 'Address 1', '1 Tab Street');
  await typeInto(page, 'City', 'Phoenix');
  if (state !== null) {
    await typeInto(page, 'State', state);
    await page.keyboard.press('Enter');
  }
  await typeInto(page, 'Zip', '85004');
  await typeInto(page, 'Search items', item);
  await expect(page.getByText('1 item', { exact: true })).toBeVisible();
  if (option !== undefined) {
    await pressUntilFocused(page, `Option of ${item}`);
    await page.keyboard.press('Enter');
    await expectFocusInside(page.getByRole('listbox'));
    await page.keyboard.type(option);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: `Option of ${item}` })).toContainText(option);
  }
  await pressUntilFocused(page, 'Add');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: `Quantity of ${item}` })).toBeVisible();
}

/** Tabs to the next field of that name, and types. */
export async function typeInto(page: Page, name: string | RegExp, text: string): Promise<void> {
  await pressUntilFocused(page, name);
  await page.keyboard.type(text);
}

/** Tabs to the button that submits, presses it, and follows the link to the referral. */
export async function submitByKeyboard(page: Page): Promise<void> {
  await pressUntilFocused(page, 'Submit referral');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Submit Referral' });
  await expect(dialog).toContainText('Your referral has been submitted.');
  await expect(dialog.getByRole('link', { name: 'Open the referral' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Create Patient, 1 item' })).toBeVisible();
}

/** Closes the dialog of a submit by Escape, as soon as it has the focus. */
export async function closeResult(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Submit Referral' });
  await expectFocusInside(dialog);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

/** Adds an item of the picker to the order, with the option where it has some. */
export async function addItem(page: Page, item: string, option?: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Search items' }).fill(item);
  const offered = page
    .getByRole('list', { name: 'Items that can be ordered' })
    .getByRole('listitem')
    .filter({ has: page.getByText(item, { exact: true }) });
  if (option !== undefined) {
    await offered.getByRole('combobox').click();
    await page.getByRole('option', { name: option }).click();
  }
  await offered.getByRole('button', { name: 'Add' }).click();
  const name = option === undefined ? item : `${item} · ${option}`;
  await expect(page.getByRole('textbox', { name: `Quantity of ${name}` })).toBeVisible();
}

/** Opens the general form and fills it, except the fields of a visitor (`fillVisitor`). */
export async function fillOrder(page: Page, lastName: string): Promise<void> {
  await page.goto('/create-referral');
  await fillMember(page, lastName);
  await addItem(page, 'Folding walker with wheels', 'Adult');
}

/** Who sends an order without an account. */
export async function fillVisitor(page: Page): Promise<void> {
  for (const [label, text] of [
    ['First Name', 'Vic'],
    ['Last Name', 'Visitor'],
    ['Email', 'vic@clinic.example'],
    ['Phone', '6025550149'],
  ] as const) {
    await field(page, 'Referrer', label).fill(text);
  }
}

/** Submits the form. Returns the new referral's id; the dialog that shows it stays open. */
export async function submitOrder(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Submit referral' }).click();
  const dialog = page.getByRole('dialog', { name: 'Submit Referral' });
  await expect(dialog).toContainText('Your referral has been submitted.');
  const address = await dialog.getByRole('link', { name: 'Open the referral' }).getAttribute('href');
  return address?.split('/').at(-1) ?? '';
}

/** Submits the form. Returns what was sent, of which a spec makes more orders without a browser. */
export async function submittedOrder(page: Page): Promise<OrderToSend> {
  const request = page.waitForRequest('**/api/referrals/create');
  await submitOrder(page);
  return (await request).postDataJSON() as OrderToSend;
}
