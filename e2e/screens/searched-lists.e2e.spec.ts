import { expect, type Locator, type Page, type Response } from '@playwright/test';
import { type Person, test } from '../product/people.js';

/*
 * What a list shows can be copied into its search (docs/decisions/0108). Of each column of each list, the lines of a cell are copied as a person
 * selects them and searched for, which must find the row: the first line is typed into the box, the others are asked for by the request that the page
 * sent for it. A new column must be found, or be excused here by its header, with the reason.
 */

interface SearchedList {
  readonly person: Person;
  readonly address: string;
  /** The name of the search box. */
  readonly box: string | RegExp;
  /** By the header: what is shown there and is not searched. */
  readonly excused?: Readonly<Record<string, string>>;
  /** Lines that are not searched, in any column. */
  readonly excusedLines?: readonly RegExp[];
  /** Another list with its columns and its search is tried in every run. */
  readonly isLikeAnother?: boolean;
}

const A_CONTROL = 'a control';

const LISTS: readonly SearchedList[] = [
  ...(['referrer', 'staff'] as const).map((person) => ({
    person,
    address: '/referrals',
    box: 'Search',
    excused: { 'Open in a new tab': A_CONTROL },
    // How many notes its reader has not read.
    excusedLines: [/^\d{1,3}$/],
    isLikeAnother: person === 'staff',
  })),
  { person: 'staff', address: '/notes', box: 'Search', excused: { Action: A_CONTROL } },
  {
    person: 'staff',
    address: '/notes?action=true',
    box: 'Search',
    excused: { Action: A_CONTROL },
    isLikeAnother: true,
  },
  ...['unassigned', 'mine', 'on-hold', 'open', 'overdue', 'completed'].map((tab): SearchedList => ({
    person: 'staff',
    address: `/queue?tab=${tab}`,
    box: /Search|ID or/,
    excused: { Actions: A_CONTROL, Choose: A_CONTROL },
    // Buttons in a cell, and how many items are not named.
    excusedLines: [/^Undo$/, /^\+ \d+$/],
    isLikeAnother: !['on-hold', 'overdue', 'completed'].includes(tab),
  })),
  { person: 'ops', address: '/audit', box: 'ID, member or referrer' },
  {
    person: 'admin',
    address: '/admin',
    box: 'Name, email or company',
    excusedLines: [/^(Invited|Locked|Password .*|Not known now)$/],
  },
];

const rowsOf = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });

/** Empties the list, so that a row that is there afterwards was found. */
async function findNothing(box: Locator, rows: Locator): Promise<void> {
  await box.fill('zzyzx-of-nobody');
  await expect(rows).toHaveCount(0);
}

/** The lines that are copied when all of the cell is selected. */
const copied = (cell: Locator): Promise<string[]> =>
  cell.evaluate((element) => {
    const selection = getSelection();
    selection?.selectAllChildren(element);
    const text = String(selection);
    selection?.removeAllRanges();
    return text
      .split(/\n/)
      .map((line) => line.trim())
      .filter((line) => /[\p{L}\p{N}]/u.test(line));
  });

/** Is no longer true when it is searched for: of a row that is minutes old, the next one is taken. */
const PASSES = /\b\d+ min\b/;

interface Cell {
  readonly header: string;
  readonly line: string;
  readonly href: string;
}

/** The header of each column, with the first cell of it that says something. */
async function cellsOf(page: Page, { excused = {}, excusedLines = [] }: SearchedList) {
  const headers = await page.getByRole('columnheader').allTextContents();
  const rows = await rowsOf(page).all();
  const cells: Cell[] = [];
  for (const [index, header] of headers.entries()) {
    if (Object.hasOwn(excused, header.trim()) || header.trim() === '') continue;
    for (const row of rows) {
      const lines = (await copied(row.getByRole('cell').nth(index))).filter(
        (line) => ![...excusedLines, PASSES].some((excuse) => excuse.test(line)),
      );
      if (lines.length === 0) continue;
      const href = (await row.getByRole('link').first().getAttribute('href')) ?? '';
      cells.push(...lines.map((line) => ({ header, line, href })));
      break;
    }
  }
  return cells;
}

for (const list of LISTS) {
  const title = `What ${list.address} shows to ${list.person} is found by its search, column by column`;
  test(title, { tag: list.isLikeAnother ? '@long' : [] }, async ({ signedIn }) => {
    const page = await signedIn(list.person);
    await page.goto(list.address);
    await expect(rowsOf(page)).not.toHaveCount(0);
    const cells = await cellsOf(page, list);
    expect(cells.length).toBeGreaterThan(3);
    const box = page.getByRole('main').getByRole('searchbox', { name: list.box });
    await findNothing(box, rowsOf(page));
    const [first, ...others] = cells as [Cell, ...Cell[]];
    const found = page.waitForResponse(
      async (response) => searchOf(response) === first.line && (await response.text()).includes(idOf(first)),
    );
    await box.fill(first.line);
    await expect(page.getByRole('table').locator(`a[href="${first.href}"]`).first()).toBeVisible();
    const request = (await found).request();
    const headers = { authorization: (await request.allHeaders())['authorization'] ?? '' };
    const answerTo = async (search: string) => {
      const url = new URL(request.url());
      url.searchParams.set('search', search);
      return (await page.request.get(url.href, { headers })).text();
    };
    const nothing = await answerTo('zzyzx-of-nobody');
    for (const cell of others) {
      expect(nothing).not.toContain(idOf(cell));
      expect(await answerTo(cell.line), `${cell.header}: ${cell.line}`).toContain(idOf(cell));
    }
  });
}

const searchOf = (response: Response) => new URL(response.url()).searchParams.get('search');
/** What the row of a cell is about, as its link and the API name it. */
const idOf = ({ href }: Cell) => new URL(href, 'http://page').pathname.split('/').at(-1) ?? '';

test('What the files of a referral show is found by their search', async ({ signedIn }) => {
  const page = await signedIn('staff');
  await page.goto('/referrals');
  await rowsOf(page).first().getByRole('link').first().click();
  await page.getByRole('tab', { name: /^Files/ }).click();
  await expect(rowsOf(page)).not.toHaveCount(0);
  const box = page.getByRole('main').getByRole('searchbox', { name: 'Search files' });
  const row = rowsOf(page).first();
  const name = (await copied(row.getByRole('cell').nth(2)))[0] ?? '';
  for (const column of [0, 1, 2]) {
    for (const line of await copied(row.getByRole('cell').nth(column))) {
      await findNothing(box, rowsOf(page));
      await box.fill(line);
      await expect(rowsOf(page).filter({ hasText: name }), line).not.toHaveCount(0);
    }
    await box.fill('');
    await expect(rowsOf(page).filter({ hasText: name })).not.toHaveCount(0);
  }
});

test('What the audit of administration shows is found by its search', async ({ signedIn }) => {
  const page = await signedIn('ops');
  await page.goto('/audit/accounts');
  const acts = page.getByRole('main').locator('ol > li');
  await expect(acts).not.toHaveCount(0);
  const act = acts.first();
  const all = await act.evaluate((element) => element.textContent);
  const [caption = '', ...lines] = await copied(act);
  const box = page.getByRole('main').getByRole('searchbox');
  for (const line of [...caption.split(' · '), ...lines]) {
    await findNothing(box, acts);
    await box.fill(line);
    await expect(acts.filter({ hasText: all ?? '' }), line).not.toHaveCount(0);
  }
});

/** The pause in typing after which a search is sent without an Enter never ends. */
const withoutPause = (page: Page) =>
  page.addInitScript(() => {
    const { setTimeout: wait } = window;
    const DEBOUNCE_MS = 500;
    const never = (then: TimerHandler, after?: number) => (after === DEBOUNCE_MS ? 0 : wait(then, after));
    window.setTimeout = never as typeof wait;
  });

for (const [person, address, box, tag] of [
  ['staff', '/referrals', 'Search', '@long'],
  ['staff', '/notes', 'Search', '@long'],
  ['staff', '/queue?tab=open', /^Search/, []],
  ['ops', '/audit', 'ID, member or referrer', []],
  ['ops', '/audit/accounts', 'Person, administrator or area', '@long'],
  ['admin', '/admin', 'Name, email or company', '@long'],
] as const) {
  test(`An Enter in the search box of ${address} searches at once`, { tag: [tag].flat() }, async ({ signedIn }) => {
    const page = await signedIn(person);
    await withoutPause(page);
    await page.goto(address);
    const field = page.getByRole('main').getByRole('searchbox', { name: box });
    await field.fill('zzyzx-of-nobody');
    await field.press('Enter');
    await expect(page).toHaveURL(/search=zzyzx-of-nobody/);
    await expect(rowsOf(page)).toHaveCount(0);
  });
}

test('An Enter in the search box of the files of a referral is in the address at once', async ({ signedIn }) => {
  const page = await signedIn('staff');
  await withoutPause(page);
  await page.goto('/referrals');
  await rowsOf(page).first().getByRole('link').first().click();
  await page.getByRole('tab', { name: /^Files/ }).click();
  const field = page.getByRole('main').getByRole('searchbox', { name: 'Search files' });
  await field.fill('zzyzx-of-nobody');
  await field.press('Enter');
  await expect(page).toHaveURL(/fileName=zzyzx-of-nobody/);
});

test('An Enter in the search for a site administrator searches at once, and sends nothing', async ({ signedIn }) => {
  const page = await signedIn('admin');
  await withoutPause(page);
  // A company of more people than the list has, which the demo data does not have.
  await page.route(/\/api\/users\?.*companyId=/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { rowCount: number } };
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, rowCount: 1_000 } } });
  });
  await page.goto('/admin?tab=companies');
  await page.getByRole('button', { name: 'Name a site administrator of Saguaro Health Plan' }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('searchbox', { name: 'Search people' });
  await field.fill('zzyzx-of-nobody');
  const searched = page.waitForRequest(/search=zzyzx-of-nobody/);
  await field.press('Enter');
  await searched;
  await expect(dialog.getByLabel('Person').getByRole('option')).toHaveCount(1);
  await expect(dialog.locator('[aria-invalid="true"]')).toHaveCount(0);
});
