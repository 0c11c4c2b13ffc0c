import { expect, type Page } from '@playwright/test';
import { importEligible } from '../admin/eligible-members.js';
import { pressUntilFocused } from '../product/focus.js';
import { addItem, field, fillByKeyboard, submitByKeyboard, submitOrder } from './order.js';
import { addressOf, test } from '../product/people.js';

/** Members of these specs alone, so that they may run again on a product that runs already. */
const run = Date.now();
const member = (programme: string, n: number) => ({ programme, medicaidId: `E2E-${run}-${n}`, typed: '05/04/1996' });
type Member = ReturnType<typeof member>;
const MEMBERS = {
  byMouse: member('diaper', 1),
  byKeyboard: member('pregnancy', 2),
  diapersByKeyboard: member('diaper', 6),
  rewardsByMouse: member('pregnancy', 7),
  twice: member('diaper', 3),
  drafts: member('diaper', 4),
  others: member('diaper', 5),
};
const NOBODY = member('diaper', 9);

const DIAPERS = '/DiaperRewards/UHCCPVA';
const REWARDS = '/PregnancyRewards/ACH';
const DIAPER_REFUSAL =
  'We were unable to locate you in our system or you have already redeemed your benefit. Please call Commonwealth Community Plan member services at (804) 555-0140.';
const REWARD_REFUSAL =
  'We were unable to locate you in our system. Please call Saguaro Health Plan member services at (602) 555-0112 or contact the Maternity Care Manager.';

/** By this process: Playwright asks again where it runs tests of another file between two of these. */
let isImported = false;
test.beforeAll(async () => {
  if (isImported) return;
  await importEligible(Object.values(MEMBERS));
  isImported = true;
});

const medicaidId = (page: Page) => page.getByRole('textbox', { name: 'Medicaid ID' });

async function lookUp(page: Page, path: string, { medicaidId: id, typed }: Pick<Member, 'medicaidId' | 'typed'>) {
  if (!page.url().endsWith(path)) await page.goto(path);
  await medicaidId(page).fill(id);
  await page.getByRole('textbox', { name: 'DOB' }).fill(typed);
  await page.getByRole('button', { name: 'Lookup' }).click();
}

/** What the form asks for beside the member's DOB and Medicaid ID, which are fixed. `asMember`: of somebody who orders for themselves. */
async function fillRest(page: Page, lastName: string, asMember = false): Promise<void> {
  await field(page, 'Referrer', 'First Name').fill('Nadia');
  await field(page, 'Referrer', 'Last Name').fill(asMember ? lastName : 'Cruz');
  await field(page, 'Referrer', 'Email').fill('nadia.cruz@mail.example');
  await field(page, 'Referrer', 'Phone').fill('8045550147');
  await page.getByRole('combobox', { name: 'Gender' }).selectOption('Female');
  if (!asMember) {
    await field(page, 'Member', 'First Name').fill('Nadia');
    await field(page, 'Member', 'Last Name').fill(lastName);
    await field(page, 'Member', 'Phone').first().fill('8045550147');
  }
  await field(page, 'Delivery address', 'Address 1').fill('12 Harbor Dr');
  await field(page, 'Delivery address', 'City').fill('Norfolk');
  await field(page, 'Delivery address', 'Zip').fill('23510');
}

test.describe('The look-up', () => {
  test('names the missing fields, and gives the same answer for an unknown member and for a redeemed benefit', async ({
    visitor,
  }) => {
    const page = await visitor();
    await page.goto(DIAPERS);
    await expect(page.getByRole('form', { name: 'Referral order' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Lookup' }).click();
    await expect(medicaidId(page)).toBeFocused();
    await expect(medicaidId(page)).toHaveAccessibleDescription('Medicaid ID is required.');
    await expect(page.getByRole('textbox', { name: 'DOB' })).toHaveAccessibleDescription('DOB is required.');
    await lookUp(page, DIAPERS, { ...NOBODY, typed: '05/04/2999' });
    await expect(page.getByRole('textbox', { name: 'DOB' })).toHaveAccessibleDescription(
      'DOB must not be in the future.',
    );

    for (const one of [NOBODY, { medicaidId: 'VA1000009', typed: '07/04/1991' }]) {
      await page.reload();
      await lookUp(page, DIAPERS, one);
      await expect(page.getByRole('alert').getByText(DIAPER_REFUSAL)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Lookup' })).toBeFocused();
    }
    for (const one of [NOBODY, { medicaidId: 'AZ1000009', typed: '10/30/1988' }]) {
      await page.goto('/');
      await lookUp(page, REWARDS, one);
      await expect(page.getByRole('alert').getByText(REWARD_REFUSAL)).toBeVisible();
    }
  });

  test('reports a missing response, and finds the member at the next try', async ({ visitor }) => {
    const page = await visitor();
    await page.goto(DIAPERS);
    await page.route('**/api/eligible-patients/look-up', (route) => route.abort());
    await lookUp(page, DIAPERS, MEMBERS.drafts);
    await expect(page.getByRole('alert').getByText('Patient lookup failed')).toBeVisible();
    await page.unroute('**/api/eligible-patients/look-up');
    await page.getByRole('button', { name: 'Lookup' }).click();
    await expect(page.getByRole('form', { name: 'Referral order' })).toBeVisible();
  });
});

test('A diaper order has four cases, for the member of the look-up, and can be sent once', async ({ visitor }) => {
  const page = await visitor();
  await lookUp(page, DIAPERS, MEMBERS.byMouse);
  await expect(page.getByRole('checkbox', { name: 'I am the member' })).toBeFocused();
  await page.getByRole('checkbox', { name: 'I am the member' }).check();
  for (const label of ['First Name', 'Last Name', 'Email'])
    await expect(field(page, 'Member', label)).toHaveCount(label === 'Email' ? 1 : 0);
  const fixed = [
    [field(page, 'Member', 'DOB'), '05/04/1996'],
    [field(page, 'Insurance', 'Medicaid ID'), MEMBERS.byMouse.medicaidId],
    [field(page, 'Delivery address', 'State'), 'VA'],
  ] as const;
  for (const [input, value] of fixed) {
    await expect(input).toHaveValue(value);
    await expect(input).toHaveAttribute('readonly');
  }
  await fillRest(page, 'Diapers', true);
  await addItem(page, 'Baby diapers, case', 'Size 1');
  const cases = page.getByRole('textbox', { name: 'Quantity of Baby diapers, case' });
  await expect(page.getByText('1 of 4 cases chosen')).toBeVisible();
  await cases.fill('1.5');
  await expect(page.getByText(/^Quantity must be a whole number/).first()).toBeVisible();
  await expect(page.getByText(/^Order must contain 4 cases of diapers/)).toHaveCount(0);
  await cases.fill('3');
  await expect(page.getByText('3 of 4 cases chosen')).toBeVisible();
  await expect(page.getByText(/^Order must contain 4 cases of diapers/).first()).toBeVisible();
  await cases.fill('5');
  await expect(page.getByText('Maximum of 4 cases can be ordered').first()).toBeVisible();
  await cases.fill('4');

  const id = await submitOrder(page);
  const dialog = page.getByRole('dialog', { name: 'Submit Referral' });
  await expect(dialog).toContainText('Benefit redeemed');
  await dialog.getByRole('button', { name: 'Submit another referral' }).click();
  await expect(medicaidId(page)).toBeFocused();
  await lookUp(page, DIAPERS, MEMBERS.byMouse);
  await expect(page.getByRole('alert').getByText(DIAPER_REFUSAL)).toBeVisible();
  await page.goto(`/referral/${id}`);
  await expect(page.getByText('Create Patient').first()).toBeVisible();
});

/** From the look-up to the sent order, no mouse. */
async function orderByKeyboard(
  page: Page,
  path: string,
  { medicaidId: id, typed }: Member,
  item: string,
  option?: string,
) {
  await page.goto(path);
  await medicaidId(page).focus();
  await page.keyboard.type(id);
  await page.keyboard.press('Tab');
  await page.keyboard.type(typed);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox', { name: 'I am the member' })).toBeFocused();
  await expect(field(page, 'Referrer', 'Email')).toHaveValue(addressOf('referrer'));
  await fillByKeyboard(page, 'Keys', { state: null, item, lookedUp: true, ...(option !== undefined && { option }) });
  await pressUntilFocused(page, `Quantity of ${item}`);
  await page.keyboard.type('5');
}

test('A diaper order can be filled in and sent by keyboard alone', async ({ signedIn }) => {
  const page = await signedIn('referrer');
  await orderByKeyboard(page, DIAPERS, MEMBERS.diapersByKeyboard, 'Baby diapers, case', 'Size');
  await expect(page.getByText('Maximum of 4 cases can be ordered').first()).toBeVisible();
  await page.keyboard.press('Backspace');
  await page.keyboard.type('4');
  await submitByKeyboard(page);
});

test(
  'A pregnancy rewards order can be filled in and sent by keyboard alone',
  { tag: '@long' },
  async ({ signedIn }) => {
    const page = await signedIn('referrer');
    await orderByKeyboard(page, REWARDS, MEMBERS.byKeyboard, 'Infant car seat');
    await expect(page.getByText('Maximum of 4 items can be selected').first()).toBeVisible();
    await page.keyboard.press('Backspace');
    await page.keyboard.type('4');
    await submitByKeyboard(page);
  },
);

test('Pregnancy rewards can be looked up and ordered on a phone', async ({ visitor }) => {
  const page = await visitor();
  await page.setViewportSize({ width: 390, height: 844 });
  await lookUp(page, REWARDS, MEMBERS.rewardsByMouse);
  await expect(field(page, 'Delivery address', 'State')).toHaveValue('AZ');
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  await fillRest(page, 'Rewards');
  await addItem(page, 'Infant car seat');

  // What did not get through is the same order after another look-up, which gives another ticket.
  await page.route('**/api/referrals/create', (route) => route.abort());
  await page.getByRole('button', { name: 'Submit referral' }).click();
  await expect(page.getByRole('dialog')).toContainText('the order will not be recorded twice');
  await page.unroute('**/api/referrals/create');
  await page.reload();
  await lookUp(page, REWARDS, MEMBERS.rewardsByMouse);
  await expect(page.getByText('Your draft was restored.')).toBeVisible();
  await submitOrder(page);
  await expect(page.getByRole('dialog', { name: 'Submit Referral' })).toContainText('Benefit redeemed');
});

test('A benefit that was redeemed in the meantime is refused with the specified message', async ({ visitor }) => {
  const pages = [await visitor(), await visitor()];
  for (const page of pages) {
    await lookUp(page, DIAPERS, MEMBERS.twice);
    await fillRest(page, 'Twice');
    await addItem(page, 'Baby diapers, case', 'Size 1');
    await page.getByRole('textbox', { name: 'Quantity of Baby diapers, case' }).fill('4');
  }
  const [first, second] = pages as [Page, Page];
  await submitOrder(first);
  await expect(first.getByRole('dialog')).toContainText('Benefit redeemed');
  await second.getByRole('button', { name: 'Submit referral' }).click();
  await expect(second.getByRole('dialog')).toContainText(DIAPER_REFUSAL);
});

test('A draft is restored for its own member only', async ({ visitor }) => {
  const page = await visitor();
  await lookUp(page, DIAPERS, MEMBERS.drafts);
  await field(page, 'Member', 'Last Name').fill('Half done');
  await page.getByRole('button', { name: 'Look up again' }).click();
  await expect(medicaidId(page)).toBeFocused();
  await lookUp(page, DIAPERS, MEMBERS.others);
  await expect(field(page, 'Member', 'Last Name')).toHaveValue('');
  await page.reload();
  await lookUp(page, DIAPERS, MEMBERS.drafts);
  await expect(field(page, 'Member', 'Last Name')).toHaveValue('Half done');
});
