import { expect, type Locator, type Page } from '@playwright/test';
import { expectLive } from '../product/live-line.js';
import { addItem, field, fillMember, submitOrder } from '../order/order.js';
import { test } from '../product/people.js';
import { expectWcag } from '../product/wcag.js';

/** Tells one run's member from another's. */
const LAST_NAME = `Correct${Date.now().toString(36)}`;

async function anOrder(page: Page): Promise<string> {
  await page.goto('/create-referral');
  await fillMember(page, LAST_NAME);
  await addItem(page, 'Adult briefs with tabs', 'Medium');
  await addItem(page, 'Folding walker with wheels', 'Adult');
  return submitOrder(page);
}

async function openInformation(page: Page, id: string): Promise<void> {
  await page.goto(`/referral/${id}?tab=information`);
  await expect(page.getByRole('heading', { name: 'Member', exact: true })).toBeVisible();
  await expectLive(page);
}

async function openCorrection(page: Page, section: string) {
  await page.getByRole('button', { name: `Correct ${section}` }).click();
  const dialog = page.getByRole('dialog', { name: `Correct ${section}` });
  await expect(dialog).toBeVisible();
  return dialog;
}
const line = (dialog: Locator, name: RegExp) => dialog.getByRole('group', { name });
const save = (page: Page) => page.getByRole('button', { name: 'Save correction' }).click();

test.describe('Two staff people who correct one referral', () => {
  test('merge what does not collide, and the second is shown what does, and loses nothing', async ({ signedIn }) => {
    const referrer = await signedIn('referrer');
    const id = await anOrder(referrer);
    const [first, second] = [await signedIn('staff'), await signedIn('staff2')];
    await openInformation(referrer, id);
    await openInformation(first, id);
    await openInformation(second, id);
    const [one, two] = [await openCorrection(first, 'member'), await openCorrection(second, 'member')];

    await field(first, 'Delivery address', 'Address 1').fill('5 Oak Street');
    await field(first, 'Delivery address', 'City').fill('Mesa');
    await save(first);
    await expect(one).toBeHidden();
    await expect(first.getByText('5 Oak Street', { exact: true })).toBeVisible();
    await expect(first.getByText(/Corrected: was 12 Saguaro Way until/)).toBeVisible();

    await field(second, 'Delivery address', 'Address 1').fill('7 Elm Street');
    await field(second, 'Member', 'First Name').fill('Marisol');
    await save(second);
    await expect(
      two.getByText(/Dana Whitfield changed this on .* Central Time from “12 Saguaro Way” to “5 Oak Street”\./).first(),
    ).toBeVisible();
    await expect(
      two.getByRole('link', { name: /^Delivery address: Address 1: Dana Whitfield changed this/ }),
    ).toBeVisible();
    await expect(field(second, 'Delivery address', 'Address 1')).toBeFocused();
    await expect(field(second, 'Delivery address', 'Address 1')).toHaveValue('7 Elm Street');
    await expect(field(second, 'Member', 'First Name')).toHaveValue('Marisol');
    await expect(field(second, 'Delivery address', 'City')).toHaveValue('Mesa');
    await save(second);
    await expect(two).toBeHidden();

    // The referrer sees the present values, live, and nothing of those before.
    await expect(referrer.getByRole('heading', { level: 1, name: `Marisol ${LAST_NAME}` })).toBeVisible();
    await expect(referrer.getByRole('definition').getByText(`Marisol ${LAST_NAME}`)).toBeVisible();
    await expect(referrer.getByText('7 Elm Street')).toBeVisible();
    await expect(referrer.getByText('Mesa, AZ 85004')).toBeVisible();
    await expect(referrer.getByText('Corrected:')).toHaveCount(0);
    await expect(referrer.getByRole('button', { name: /^Correct/ })).toHaveCount(0);
    await expect(first.getByText(/was 5 Oak Street until/)).toBeVisible();
    await first.goto(`/referrals?search=Marisol ${LAST_NAME}`);
    await expect(first.getByRole('row', { name: new RegExp(`Marisol|${LAST_NAME}`) })).toHaveCount(1);
    await first.goto(`/referral/${id}?tab=files`);
    await expect(first.getByRole('cell', { name: 'Corrected submission PDF' }).first()).toBeVisible();
  });

  test('are told what was corrected of what their dialog is about, by whom and when, and of nothing else', async ({
    signedIn,
  }) => {
    const referrer = await signedIn('referrer');
    const id = await anOrder(referrer);
    const [first, second, own] = [await signedIn('staff'), await signedIn('staff2'), await signedIn('staff2')];
    for (const page of [first, second, own]) await openInformation(page, id);
    const dialog = await openCorrection(second, 'physician');
    const status = dialog.getByRole('status').first();
    const correct = async (page: Page, section: string, label: string, value: string) => {
      const other = await openCorrection(page, section);
      await other.getByRole('textbox', { name: label }).first().fill(value);
      await save(page);
      await expect(other).toBeHidden();
    };
    await correct(first, 'member', 'First Name', 'Marisol');
    await expect(second.getByText(`Marisol ${LAST_NAME}`).first()).toBeAttached();
    await expect(second.getByText(/Corrected: was Maria/).first()).toBeAttached();
    await expect(status).toBeEmpty();
    await correct(first, 'physician', 'Last Name', 'Osei');
    await expect(status).toContainText(/Dana Whitfield corrected this, \w+day \d\d:\d\d/);
    await expect(status).toContainText('Osei (it was: ');
    await expect(status).not.toContainText('Marisol');
    await expectWcag(second, '[role="dialog"]');
    await correct(own, 'physician', 'Last Name', 'Ngata');
    await expect(status).toContainText(/You corrected this yourself, \w+day \d\d:\d\d/);
    await expect(status).toContainText('Ngata (it was: ');
  });

  test('save again with one click after a conflict, and know what that replaces', async ({ signedIn }) => {
    const referrer = await signedIn('referrer');
    const id = await anOrder(referrer);
    const [first, second] = [await signedIn('staff'), await signedIn('staff2')];
    for (const page of [first, second]) await openInformation(page, id);
    const [one, two] = [await openCorrection(first, 'physician'), await openCorrection(second, 'physician')];
    const nameIn = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Last Name' });
    await nameIn(one).fill('Osei');
    await save(first);
    await expect(one).toBeHidden();
    await nameIn(two).fill('Ngata');
    await save(second);
    await expect(two.getByRole('alert').first()).toContainText(/Saving again replaces what somebody else has saved/);
    await expect(two.getByText('One field that you have both changed')).toBeVisible();
    await expect(two.getByText('Reference for support')).toHaveCount(0);
    await expect(nameIn(two)).toBeFocused();
    await expectWcag(second, '[role="dialog"]');
    // What is said at the field goes as the field loses the focus, and moves the button.
    const button = two.getByRole('button', { name: 'Save correction' });
    const { x, y, width, height } = (await button.boundingBox())!;
    await second.mouse.move(x + width / 2, y + height - 4);
    await second.mouse.down();
    await expect(nameIn(two)).toBeFocused();
    await second.mouse.up();
    await expect(two).toBeHidden();
    await expect(second.getByText('Physician corrected').last()).toBeVisible();
  });

  test('correct items, which enter and leave the work', async ({ signedIn }) => {
    const referrer = await signedIn('referrer');
    const id = await anOrder(referrer);
    const staff = await signedIn('staff');
    await referrer.goto(`/referral/${id}`);
    await expectLive(referrer);
    await openInformation(staff, id);
    const dialog = await openCorrection(staff, 'items');
    await line(dialog, /^Adult briefs/)
      .getByRole('textbox', { name: 'Quantity' })
      .fill('3');
    await line(dialog, /^Folding walker/)
      .getByRole('button', { name: 'Remove' })
      .click();
    await dialog.getByRole('textbox', { name: 'Search items' }).fill('Youth briefs with tabs');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(line(dialog, /^Youth briefs/).getByRole('textbox', { name: 'Quantity' })).toHaveValue('1');
    await expectWcag(staff, '[role="dialog"]');
    await save(staff);
    await expect(dialog).toBeHidden();
    await expect(referrer.getByRole('region', { name: 'Create Patient, 1 item' })).toBeVisible();
    await expect(referrer.getByRole('region', { name: 'Select Items, 1 item' })).toBeVisible();
    await expect(referrer.getByRole('region', { name: 'Removed, 1 item' })).toContainText('Referral Item - Removed');

    const again = await openCorrection(staff, 'items');
    await line(again, /^Folding walker/)
      .getByRole('button', { name: 'Restore' })
      .click();
    await save(staff);
    await expect(again).toBeHidden();
    await expect(referrer.getByRole('region', { name: 'Select Items, 2 items' })).toBeVisible();
    await expect(referrer.getByRole('region', { name: /^Removed/ })).toHaveCount(0);
  });

  test('are told what is wrong beside each field, by the rules of the order form', async ({ signedIn }) => {
    const id = await anOrder(await signedIn('referrer'));
    const staff = await signedIn('staff');
    await openInformation(staff, id);
    const dialog = await openCorrection(staff, 'member');
    await field(staff, 'Delivery address', 'Zip').fill('123');
    await field(staff, 'Member', 'Last Name').fill('');
    await save(staff);
    await expect(dialog.getByText('2 things to fix')).toBeVisible();
    await expect(field(staff, 'Member', 'Last Name')).toBeFocused();
    await expect(dialog.getByText('Zip must be 5 digits or 5+4.').first()).toBeVisible();
    await expectWcag(staff, '[role="dialog"]');
  });
});
