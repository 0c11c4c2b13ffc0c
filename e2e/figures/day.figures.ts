import { writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { type Counted, CountedHands } from './counted-hands.js';
import { importEligible } from '../admin/eligible-members.js';
import { field } from '../order/order.js';
import { file, LOCKED, readable } from '../order/order-files.js';
import { test } from '../product/people.js';

interface Deed extends Counted {
  readonly deed: string;
  /** The time that the product and Playwright take: nobody thinks, and keys follow each other at once. */
  readonly seconds: number;
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const run = Date.now();

/** An order of this form, which needs an option of the item (`option`) and a due date or not. */
interface Ordered {
  readonly form: string;
  readonly path: string;
  readonly item: string;
  readonly option?: string;
  /** The form asks for the state. */
  readonly state?: string;
  readonly asksForBaby?: true;
}

const GENERAL = { form: 'general', path: '/create-referral', state: 'Arizona' } as const;
const PUMP = {
  form: 'breast pump',
  path: '/create-referral/breast-pump',
  state: 'Arizona',
  asksForBaby: true,
  item: 'Manual breast pump',
} as const satisfies Ordered;
const MAGNOLIA = { form: 'magnolia', path: '/create-referral/magnolia', item: 'Home care kit after birth' };
const WALKER = { ...GENERAL, item: 'Folding walker with wheels', option: 'Adult' };
const BRIEFS = { ...GENERAL, item: 'Youth briefs with tabs' };

/** Forms that look the member up first. */
const LOOKED_UP = [
  {
    form: 'diapers',
    path: '/DiaperRewards/UHCCPVA',
    programme: 'diaper',
    item: 'Baby diapers, case',
    option: 'Size 1',
  },
  { form: 'pregnancy rewards', path: '/PregnancyRewards/ACH', programme: 'pregnancy', item: 'Infant car seat' },
].map((form, n) => ({ ...form, medicaidId: `DAY-${run}-${n}`, typed: '05/04/1996' }));

/** What the deeds of a day take, beside 200 tasks, which `usual-tasks.figures.ts` measures. */
test('the deeds of a day', async ({ signedIn, newPage, sessionOf, visitor }) => {
  test.setTimeout(3_600_000);
  const deeds: Deed[] = [];
  const did = async (deed: string, hands: CountedHands, act: () => Promise<void>) => {
    const startedAt = performance.now();
    await test.step(deed, act);
    deeds.push({ deed, ...hands.take(), seconds: Math.round((performance.now() - startedAt) / 100) / 10 });
  };
  await importEligible(LOOKED_UP);

  const desk = new CountedHands(await signedIn('referrer'));
  for (const [nth, ordered] of [WALKER, BRIEFS, PUMP, PUMP, MAGNOLIA].entries()) {
    await open(desk.page, ordered.path);
    await did(`order ${nth + 1}: ${ordered.form}, by keyboard`, desk, () => orderByKeys(desk, ordered, nth));
  }
  for (const [nth, member] of LOOKED_UP.entries()) {
    const guest = new CountedHands(await visitor());
    await guest.page.goto(member.path);
    await did(`order ${nth + 6}: ${member.form}, by a visitor`, guest, () => orderLookedUp(guest, member));
  }
  const phone = new CountedHands(await newPage({ ...PHONE, storageState: await sessionOf('referrer') }));
  for (const [nth, ordered] of [WALKER, PUMP, MAGNOLIA].entries()) {
    await open(phone.page, ordered.path);
    await did(`order ${nth + 8}: ${ordered.form}, on a phone`, phone, () => orderByTaps(phone, ordered, nth + 20));
  }

  const uploader = new CountedHands(desk.page);
  await desk.page.getByRole('link', { name: 'Open the referral' }).click();
  await did('a file refused, and another uploaded', uploader, async () => {
    const { page } = uploader;
    await uploader.click(page.getByRole('tab', { name: /^Files/ }));
    const choose = async (name: string, content: Buffer) => {
      const chooser = page.waitForEvent('filechooser');
      await uploader.click(page.getByRole('button', { name: /^(Upload|Choose)/ }).first());
      await (await chooser).setFiles(file(name, content));
    };
    await choose('locked.pdf', LOCKED);
    await expect(page.getByRole('alert')).toContainText('locked.pdf was refused');
    await choose('prescription.pdf', readable('Signed by the physician'));
    await expect(page.getByText('prescription.pdf is attached.')).toBeVisible();
  });

  const staff = new CountedHands(await signedIn('staff'));
  await staff.page.goto('/notes');
  await expect(staff.page.getByRole('cell').first()).toBeVisible();
  await did('a note answered, from Notes', staff, async () => {
    const { page } = staff;
    await staff.click(page.getByRole('row').nth(1).getByRole('link').first());
    await staff.click(page.getByRole('button', { name: /^Reply to the note of/ }).first());
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox', { name: 'Note' })).toBeFocused();
    await staff.type('We have asked the carrier.');
    await staff.click(dialog.getByRole('button', { name: 'Reply', exact: true }));
    await expect(dialog).toBeHidden();
  });
  await did('the language switched', staff, async () => {
    await staff.click(staff.page.getByRole('button', { name: 'Español' }));
    await expect(staff.page.getByRole('navigation', { name: 'Principal' })).toBeVisible();
  });
  await staff.page.getByRole('button', { name: 'English' }).click();

  console.table(deeds);
  await writeFile(process.env['FIGURES_FILE'] ?? '/dev/stdout', JSON.stringify(deeds));
});

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(field(page, 'Member', 'First Name')).toBeVisible();
  const known = page.getByRole('button', { name: 'Change the referrer' }).or(field(page, 'Referrer', 'Email'));
  await expect(known).toBeVisible();
}

const medicaidIdOf = (nth: number) => `D${run}${nth}`;

/** From the first field of the member on: those of the referrer are filled in from the account. */
async function orderByKeys(hands: CountedHands, ordered: Ordered, nth: number): Promise<void> {
  const { page } = hands;
  await hands.click(field(page, 'Member', 'First Name'));
  await hands.type('Kim');
  for (const [name, text] of [
    ['Last Name', `Day${run.toString(36)}${nth}`],
    ['DOB', '05041996'],
    ['Gender', 'Female'],
    ['Phone', '6025550148'],
    ['Medicaid ID', medicaidIdOf(nth)],
    ['Address 1', '1 Tab Street'],
    ['City', 'Phoenix'],
  ] as const) {
    await hands.tabTo(name);
    await hands.type(text);
  }
  if (ordered.state !== undefined) {
    await hands.tabTo('State');
    await hands.type(ordered.state.slice(0, 3));
    await hands.press('Enter');
  }
  await hands.tabTo('Zip');
  await hands.type('85004');
  // The items of the state are being read.
  await expect(page.getByRole('textbox', { name: 'Search items' })).toBeVisible();
  await hands.tabTo('Search items');
  await hands.type(ordered.item);
  await expect(page.getByText('1 item', { exact: true })).toBeVisible();
  if (ordered.option !== undefined) {
    await hands.tabTo(`Option of ${ordered.item}`);
    await hands.press('Enter');
    await hands.type(ordered.option);
    await hands.press('Enter');
  }
  await hands.tabTo('Add');
  await hands.press('Enter');
  await expect(page.getByRole('textbox', { name: `Quantity of ${ordered.item}` })).toBeVisible();
  if (ordered.asksForBaby) {
    await hands.tabTo('Due Date');
    await hands.type('03012027');
  }
  await hands.tabTo('Submit referral');
  await hands.press('Enter');
  await expectSubmitted(page);
}

async function orderByTaps(hands: CountedHands, ordered: Ordered, nth: number): Promise<void> {
  const { page } = hands;
  await fillMember(hands, { lastName: `Phone${run.toString(36)}${nth}`, ...ordered, medicaidId: medicaidIdOf(nth) });
  await addItem(hands, ordered);
  if (ordered.asksForBaby) await hands.fill(field(page, 'Baby', 'Due Date'), '03/01/2027');
  await hands.click(page.getByRole('button', { name: 'Submit referral' }));
  await expectSubmitted(page);
}

async function fillMember(
  hands: CountedHands,
  told: { readonly lastName: string; readonly state?: string; readonly medicaidId?: string },
): Promise<void> {
  const { page } = hands;
  await hands.fill(field(page, 'Member', 'First Name'), 'Maria');
  await hands.fill(field(page, 'Member', 'Last Name'), told.lastName);
  if (told.medicaidId !== undefined) await hands.fill(field(page, 'Member', 'DOB'), '05/04/1996');
  await hands.choose(page.getByRole('combobox', { name: 'Gender' }), 'Female');
  await hands.fill(field(page, 'Member', 'Phone').first(), '6025550147');
  if (told.medicaidId !== undefined) await hands.fill(field(page, 'Insurance', 'Medicaid ID'), told.medicaidId);
  await hands.fill(field(page, 'Delivery address', 'Address 1'), '12 Saguaro Way');
  await hands.fill(field(page, 'Delivery address', 'City'), 'Phoenix');
  if (told.state !== undefined) {
    await hands.fill(page.getByRole('combobox', { name: 'State' }), told.state);
    await hands.click(page.getByRole('option', { name: told.state }).first());
  }
  await hands.fill(field(page, 'Delivery address', 'Zip'), '85004');
}

async function addItem(hands: CountedHands, { item, option }: Pick<Ordered, 'item' | 'option'>): Promise<void> {
  const { page } = hands;
  await hands.fill(page.getByRole('textbox', { name: 'Search items' }), item);
  const offered = page
    .getByRole('list', { name: 'Items that can be ordered' })
    .getByRole('listitem')
    .filter({ has: page.getByText(item, { exact: true }) });
  if (option !== undefined) {
    await hands.click(offered.getByRole('combobox'));
    await hands.click(page.getByRole('option', { name: option }));
  }
  await hands.click(offered.getByRole('button', { name: 'Add' }));
}

/** A visitor also says who they are. */
async function orderLookedUp(hands: CountedHands, member: (typeof LOOKED_UP)[number]): Promise<void> {
  const { page } = hands;
  await hands.fill(page.getByRole('textbox', { name: 'Medicaid ID' }), member.medicaidId);
  await hands.fill(page.getByRole('textbox', { name: 'DOB' }), member.typed);
  await hands.press('Enter');
  for (const [label, text] of [
    ['First Name', 'Nadia'],
    ['Last Name', 'Cruz'],
    ['Email', 'nadia.cruz@mail.example'],
    ['Phone', '8045550147'],
  ] as const) {
    await hands.fill(field(page, 'Referrer', label), text);
  }
  await fillMember(hands, { lastName: `Guest${run}` });
  await addItem(hands, member);
  if (member.programme === 'diaper') await hands.fill(page.getByRole('textbox', { name: /^Quantity of/ }), '4');
  await hands.click(page.getByRole('button', { name: 'Submit referral' }));
  await expectSubmitted(page);
}

const expectSubmitted = (page: Page) =>
  expect(page.getByRole('dialog', { name: 'Submit Referral' })).toContainText('Your referral has been submitted.');
