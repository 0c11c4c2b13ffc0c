import { expect } from '@playwright/test';
import {
  addItem,
  chooseState,
  field,
  fillByKeyboard,
  fillMember,
  openSection,
  submitByKeyboard,
  submitOrder,
  typeInto,
} from './order.js';
import { addressOf, test } from '../product/people.js';
import { expectWcag } from '../product/wcag.js';

test.describe('The breast pump form', () => {
  test('asks for the baby, accepts one pump, and opens the referral', async ({ signedIn }) => {
    const page = await signedIn('referrer');
    await page.goto('/create-referral/breast-pump');
    await expect(page.getByRole('group', { name: 'Referrer' })).toContainText(addressOf('referrer'));
    for (const section of ['Clinical', 'Physician'])
      await expect(page.getByRole('group', { name: section, exact: true })).toHaveCount(0);
    for (const label of ['Waiver Benefits', 'Custom item'])
      await expect(page.getByRole('textbox', { name: label })).toHaveCount(0);

    await fillMember(page, 'Pump');
    await page.getByRole('textbox', { name: 'Search items' }).fill('walker');
    await expect(page.getByText('No items match. Clear the search.')).toBeVisible();
    await addItem(page, 'Manual breast pump');
    await page.getByRole('textbox', { name: 'Quantity of' }).fill('2');
    await page.getByRole('button', { name: 'Submit referral' }).click();
    await expect(page.getByText('Maximum of 1 breast pump can be ordered').first()).toBeVisible();
    await expect(field(page, 'Baby', 'Due Date')).toHaveAccessibleDescription('Due Date is required.');
    await page.getByRole('textbox', { name: 'Quantity of' }).fill('1');
    await field(page, 'Baby', 'Due Date').fill('03/01/2027');

    const id = await submitOrder(page);
    await page.getByRole('link', { name: 'Open the referral' }).click();
    await expect(page).toHaveURL(new RegExp(`/referral/${id}$`));
    await expect(page.getByText('E0602').first()).toBeVisible();
  });

  test('can be filled in and sent by keyboard alone', { tag: '@long' }, async ({ signedIn }) => {
    const page = await signedIn('referrer');
    await page.goto('/create-referral/breast-pump');
    await expect(page.getByRole('group', { name: 'Referrer' })).toContainText(addressOf('referrer'));
    await fillByKeyboard(page, 'Pump', { state: 'ari', item: 'Manual breast pump' });
    await typeInto(page, 'Due Date', '03012027');
    await submitByKeyboard(page);
  });

  test('reports that no item was selected', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/create-referral/breast-pump');
    await page.getByRole('button', { name: 'Submit referral' }).click();
    const dialog = page.getByRole('dialog', { name: 'Submit Referral' });
    await expect(dialog.getByText('No items selected', { exact: true })).toBeVisible();
    await expect(dialog).toContainText(/\d+ more things to fix are marked on the form\./);
  });
});

test.describe('A payor’s form', () => {
  test('has plan and state filled in, and opens a referral that names the plan', async ({ signedIn }) => {
    const page = await signedIn('referrer');
    await page.goto('/create-referral/magnolia');
    await expect(field(page, 'Delivery address', 'State')).toHaveValue('MS');
    await expect(field(page, 'Delivery address', 'State')).toHaveAttribute('readonly');
    await expect(page.getByRole('group', { name: 'Baby', exact: true })).toHaveCount(0);
    await expect(page.getByRole('checkbox', { name: 'Medicare' })).toHaveCount(0);

    await fillMember(page, 'Magnolia', null);
    await addItem(page, 'Manual breast pump');
    const id = await submitOrder(page);
    await page.getByRole('button', { name: 'Submit another referral' }).click();
    await expect(field(page, 'Member', 'Last Name')).toHaveValue('');
    await expect(page.getByRole('group', { name: 'Referrer' })).toContainText(addressOf('referrer'));
    await expect(field(page, 'Delivery address', 'State')).toHaveValue('MS');

    await page.goto(`/referral/${id}?tab=information`);
    await expect(page.getByText('Magnolia Community Plan').first()).toBeVisible();
  });
});

test('A payor’s form can be filled in and sent by keyboard alone', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('referrer');
  await page.goto('/create-referral/magnolia');
  await expect(page.getByRole('group', { name: 'Referrer' })).toContainText(addressOf('referrer'));
  await fillByKeyboard(page, 'Magnolia', { state: null, item: 'Home care kit after birth' });
  await submitByKeyboard(page);
});

for (const { route, state, item, tag } of [
  { route: '/create-referral', state: 'Arizona', item: 'Youth briefs with tabs', tag: [] },
  { route: '/create-referral/breast-pump', state: 'Arizona', item: 'Manual breast pump', tag: '@long' },
  { route: '/create-referral/magnolia', state: null, item: 'Home care kit after birth', tag: '@long' },
]) {
  const title = `${route} can be filled in and sent on a phone, and meets WCAG with many items`;
  test(title, { tag: [tag].flat() }, async ({ signedIn }) => {
    const page = await signedIn('referrer');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(route);
    await fillMember(page, 'W'.repeat(50), state);
    await field(page, 'Delivery address', 'Address 1').fill('W'.repeat(100));
    await openSection(page, 'Additional information');
    await field(page, 'Additional information', 'Additional Information').fill('Long '.repeat(1_000));
    await addItem(page, item);
    if (item.includes('pump')) await field(page, 'Baby', 'Due Date').fill('2027-03-01');
    await expectWcag(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await submitOrder(page);
    await page.getByRole('link', { name: 'Open the referral' }).click();
    await expect(page.getByRole('region', { name: 'Create Patient, 1 item' })).toBeVisible();
  });
}

test('Each form has its own draft', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/create-referral');
  await field(page, 'Member', 'Last Name').fill('General');
  await page.getByRole('link', { name: 'Breast pump' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New breast pump referral' })).toBeVisible();
  await expect(field(page, 'Member', 'Last Name')).toHaveValue('');
  await field(page, 'Member', 'Last Name').fill('Pump');
  await chooseState(page, 'Texas');
  await page.goBack();
  await expect(field(page, 'Member', 'Last Name')).toHaveValue('General');
  await page.goForward();
  await expect(field(page, 'Member', 'Last Name')).toHaveValue('Pump');
});
