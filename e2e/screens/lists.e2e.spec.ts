import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import type { ReferralList } from '@throughline/contracts';
import { aLastName, orderFor } from '../product/orders-and-tasks.js';
import { expectLive } from '../product/live-line.js';
import { test } from '../product/people.js';
import { expectWcag } from '../product/wcag.js';

const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });

/** A card begins with what this column says. */
async function expectCardsOfTwoLines(page: Page, first: string): Promise<void> {
  const cards = await rows(page).evaluateAll((all) =>
    all.map((row) => {
      const cells = [...row.children].filter((cell) => cell.getBoundingClientRect().width > 0);
      const places = cells.map((cell) => [cell.getBoundingClientRect(), cell.getAttribute('data-label')] as const);
      const [[, begins]] = places.sort(([one], [other]) => one.top - other.top || one.left - other.left) as [
        (typeof places)[number],
      ];
      return { height: row.getBoundingClientRect().height, begins };
    }),
  );
  for (const { height, begins } of cards) {
    expect(height).toBeLessThanOrEqual(66);
    expect(begins).toBe(first);
  }
}

/** A banner is dismissed once, and a list is worked all day. */
async function dismissBanners(page: Page) {
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  for (const button of await dismiss.all()) await button.click();
  await expect(dismiss).toHaveCount(0);
}

/** Until the page has answered to its new size: what is looked at before that would be of the size before. */
async function resize(page: Page, width: number, height = 900) {
  await page.setViewportSize({ width, height });
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

/** The list begins above y 300, and so many of its rows are whole on the screen. */
async function expectWholeRows(page: Page, fewest: number) {
  const { width, height } = page.viewportSize()!;
  await expect(rows(page).nth(fewest)).toBeVisible();
  // On a phone, the buttons of a banner have a line of their own.
  if (width < 600) await dismissBanners(page);
  // Of a window that has just got its size, the page is laid out again.
  await expect(async () => {
    const boxes = await Promise.all((await rows(page).all()).map((row) => row.boundingBox()));
    const whole = boxes.filter((box) => box !== null && box.y + box.height <= height);
    expect(whole[0]?.y).toBeLessThan(300);
    expect(whole.length).toBeGreaterThanOrEqual(fewest);
  }).toPass();
}

/** By how many pixels the parts that reach furthest are cut off by their cells. */
const beyondTheirCells = async (parts: Locator) =>
  Math.max(
    ...(await parts.evaluateAll((all) =>
      all.map((part) => part.getBoundingClientRect().right - part.closest('td > div')!.getBoundingClientRect().right),
    )),
  );

/** How many letters are seen of each of these texts that is as long. */
const lettersSeen = async (parts: Locator, length: number): Promise<readonly number[]> =>
  parts.evaluateAll(
    (all, length) =>
      all.flatMap((part) => {
        // Before the words of a note, a card on a phone has their author.
        let said: Node = part;
        while (said.lastChild) said = said.lastChild;
        const words = said.textContent ?? '';
        const { bottom, right } = part.getBoundingClientRect();
        const letter = document.createRange();
        const isSeen = (_: string, at: number) => {
          letter.setStart(said, at);
          letter.setEnd(said, at + 1);
          const box = letter.getBoundingClientRect();
          return box.bottom <= bottom + 1 && box.right <= right + 1;
        };
        return words.length < length ? [] : [[...words].filter(isSeen).length];
      }),
    length,
  );

const firstId = (page: Page) => rows(page).first().getByRole('link').first().textContent();

for (const [place, noun, person, failedAgain, tag] of [
  ['Referrals', 'referrals', 'referrer', 'Error loading referrals', '@long'],
  ['Notes', 'notes', 'referrer', 'Error loading notes', []],
  ['Audit', 'referrals', 'ops', 'Failed to load referrals', []],
] as const) {
  const title = `The list of ${place} says that it cannot be read, and keeps what an earlier read brought`;
  test(title, { tag: [tag].flat() }, async ({ signedIn }) => {
    const page = await signedIn(person);
    const broken = { status: 500, json: { success: false, message: 'It broke.', code: 'service/unexpected' } };
    let isBroken = true;
    await page.route(`**/api/${noun}?*`, (route) => (isBroken ? route.fulfill(broken) : route.continue()));
    // A connection that comes about reads again by itself what failed: here it stands before.
    await page.goto('/');
    await expectLive(page);
    const main = page.getByRole('main');
    const places = page.getByRole('navigation', { name: 'Main' });
    await places.getByRole('link', { name: place }).click();
    await expect(main.getByRole('alert')).toContainText(new RegExp(`Failed to load ${noun}.*It broke\\.`));
    isBroken = false;
    await main.getByRole('button', { name: 'Retry' }).click();
    await expect(rows(page)).not.toHaveCount(0);
    await expect(main.getByRole('alert')).toHaveCount(0);

    await places.getByRole('link', { name: 'Home' }).click();
    // Its code may still be on its way: until then the list stays.
    await expect(rows(page)).toHaveCount(0);
    isBroken = true;
    await places.getByRole('link', { name: place }).click();
    await expect(main.getByRole('alert')).toContainText(new RegExp(`${failedAgain}.*What is shown was read earlier`));
    await expect(rows(page)).not.toHaveCount(0);
    isBroken = false;
    await main.getByRole('button', { name: 'Retry' }).click();
    await expect(main.getByRole('alert')).toHaveCount(0);
  });
}

for (const [address, box] of [
  ['/audit', 'ID, member or referrer'],
  ['/referrals', 'Search'],
] as const) {
  test(`A page that is asked for from ${address} opens, however long its code takes after something was typed`, async ({
    signedIn,
  }) => {
    const page = await signedIn('ops');
    await page.clock.install();
    await page.goto(address);
    const id = (await firstId(page)) ?? '';
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/**', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('main').getByRole('searchbox', { name: box }).fill(id);
    const asked = page.waitForRequest('**/assets/**');
    if (address === '/audit') await page.keyboard.press('Enter');
    else await rows(page).first().getByRole('link').first().click();
    await asked;
    // By then the page would have sent the search.
    await page.clock.runFor(1_500);
    release();
    await expect(page).toHaveTitle(new RegExp(id));
    await expect(page).not.toHaveURL(/search=/);
  });
}

for (const [address, person, tag] of [
  ['/audit', 'ops', '@long'],
  ['/admin', 'admin', []],
  ['/referrals', 'staff', '@long'],
  ['/queue', 'staff', []],
] as const) {
  const title = `A page of ${address} that does not exist leads to the last one, and Back does not lead to it again`;
  test(title, { tag: [tag].flat() }, async ({ signedIn }) => {
    const page = await signedIn(person);
    await page.goto('/');
    await page.goto(`${address}?page=9000`);
    await expect(rows(page)).not.toHaveCount(0);
    await expect(page).not.toHaveURL(/page=9000/);
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
  });
}

test.describe('The list of referrals', () => {
  test('keeps search, sort, filter and page in the URL through Back and a reload', async ({ signedIn }) => {
    const page = await signedIn('staff');
    await page.goto('/referrals');
    const newest = await firstId(page);

    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page).toHaveURL(/page=1/);
    await expect.poll(() => firstId(page)).not.toBe(newest);
    const onPageTwo = await firstId(page);
    await page.reload();
    await expect.poll(() => firstId(page)).toBe(onPageTwo);
    await page.goBack();
    await expect.poll(() => firstId(page)).toBe(newest);

    await page.getByRole('button', { name: 'Member', exact: true }).click();
    await expect(page.getByRole('columnheader', { name: 'Member' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(page).toHaveURL(/sort=memberLastName/);

    const pages = page.getByRole('navigation', { name: 'Pages' });
    const all = (await pages.textContent()) ?? '';
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    const statuses = page.getByRole('dialog', { name: 'Filters' }).getByRole('group', { name: 'Status' });
    await statuses.getByRole('button', { name: /^Shipped/ }).click();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/status=Shipped/);
    await expect(pages).not.toHaveText(all);
    const shipped = (await pages.textContent()) ?? '';
    await page.reload();
    await expect(page.getByRole('button', { name: 'Filters: 1' })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Chosen filters' }).getByRole('button')).toHaveText(['Shipped', 'Clear filters']); // prettier-ignore
    await expect(page.getByRole('columnheader', { name: 'Member' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(pages).toHaveText(shipped);

    await page.getByRole('main').getByRole('searchbox', { name: 'Search' }).fill('nobody-of-this-name');
    await expect(page.getByText('No referral matches')).toBeVisible();
    await expect(page).toHaveURL(/search=nobody-of-this-name/);
    await page.getByRole('button', { name: 'Clear search and filter' }).click();
    await expect(rows(page)).not.toHaveCount(0);
    await expect(page).not.toHaveURL(/search|status/);
  });

  test('does not list another company’s orders, and shows only the progress to a person who has the ID', async ({
    signedIn,
  }) => {
    const page = await signedIn('referrer');
    await page.goto('/referrals');
    const path = await rows(page).first().getByRole('link').first().getAttribute('href');
    const other = await signedIn('referrer2');
    await other.goto(path ?? '');
    await expect(other.getByText('You see only the progress')).toBeVisible();
    await expect(other.getByRole('tab', { name: 'Information' })).toBeDisabled();
    await other.goto(`/referrals?search=${path?.split('/').at(-1)}`);
    await expect(other.getByText('No referral matches')).toBeVisible();
  });

  for (const address of ['/referrals', '/notes']) {
    test(`${address} begins above y 300 on a phone and shows three cards, sorted and filtered in one panel`, async ({
      signedIn,
    }) => {
      const page = await signedIn('referrer');
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(address);
      await expectWholeRows(page, 3);
      await expectCardsOfTwoLines(page, 'Member');
      await page.getByRole('button', { name: 'Filters', exact: true }).click();
      const panel = page.getByRole('dialog', { name: 'Filters' });
      await expect(panel.getByRole('combobox', { name: /^Sort/ })).toBeVisible();
      const company = panel.getByRole('switch', { name: /^Include all /i });
      await company.click();
      await panel.getByRole('button', { name: 'Done' }).click();
      const chosen = page.getByRole('group', { name: 'Chosen filters' });
      await chosen.getByRole('button', { name: /^Include all /i }).click();
      await expect(chosen).toBeHidden();
    });
  }

  // The first note, and a referral of the demo: above the tabs of one that another spec orders there may be the orders that are the same.
  for (const [address, tag] of [
    ['/referrals?status=Shipped', []],
    ['/notes', '@long'],
  ] as const) {
    const title = `${address} leads on a phone to a referral whose tabs are on the first screen`;
    test(title, { tag: [tag].flat() }, async ({ signedIn }) => {
      const page = await signedIn('referrer');
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(address);
      await rows(page).first().getByRole('link').first().click();
      await expect(page.getByRole('tab', { name: /Notes/ })).toBeInViewport({ ratio: 1 });
    });
  }

  for (const address of ['/referrals', '/notes']) {
    test(`${address} has cards of two lines in Spanish, too, whose words end in “…” where they are cut off`, async ({
      signedIn,
    }) => {
      const page = await signedIn('referrer');
      await page.setViewportSize({ width: 390, height: 844 });
      await page.addInitScript(() => localStorage.setItem('throughline.language', 'es'));
      await page.goto(address);
      await expect(rows(page).nth(2)).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', 'es');
      await expectCardsOfTwoLines(page, 'Miembro');
      const cutOff = await page
        .locator('[data-card="below"] button > [title]')
        .evaluateAll((all) =>
          all
            .filter((words) => words.scrollWidth > words.clientWidth)
            .map((words) => [getComputedStyle(words).textOverflow, getComputedStyle(words).overflow].join(' ')),
        );
      expect(new Set(cutOff)).toEqual(new Set(address === '/notes' ? ['ellipsis hidden'] : []));
    });
  }

  test('say whose turn it is and since when, in the row and in what a status means', async ({ signedIn }) => {
    const page = await signedIn('staff');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/referrals?status=Shipped');
    await expect(rows(page).first().getByText('Waiting for:')).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(page.getByRole('columnheader', { name: 'Waiting for' })).toBeInViewport({ ratio: 1 });
    await expect(
      rows(page)
        .first()
        .getByRole('cell', { name: /^carrier · \d+ (min|h|d)/ }),
    ).toBeInViewport({ ratio: 1 });
    await rows(page).first().getByText('Shipped').hover();
    await expect(page.getByRole('tooltip')).toContainText('Waiting for the carrier.');
  });
});

for (const [address, list] of [
  ['/queue?tab=open&search=Fuentes', 'The queue'],
  ['/referrals?search=Fuentes', 'The list of referrals'],
  ['/notes?search=Fuentes', 'The list of notes'],
] as const) {
  test(`${list} cuts off neither a name that two members have nor what tells them apart, at any width`, async ({
    signedIn,
    apiAs,
  }) => {
    const { read, post } = await apiAs('staff');
    const { rows: found } = await read<ReferralList>('/referrals?search=Fuentes');
    for (const { referralId, memberFirstName } of address.startsWith('/notes') ? found : [])
      if (memberFirstName === 'David') await post('/notes/create', { referralId, noteText: '<p>Please call.</p>' });
    const page = await signedIn('staff');
    await page.goto(address);
    for (const width of [1440, 1280, 390]) {
      await resize(page, width);
      const endsOfIds = page.getByRole('cell').getByText(/^ ?· …\d{4}$/);
      await expect(endsOfIds.first(), `${width} px`).toBeVisible();
      // What a width leaves out is laid out again, a moment after the window has it.
      await expect.poll(() => beyondTheirCells(endsOfIds), `${width} px`).toBeLessThanOrEqual(0.5);
      const cutOff = () =>
        endsOfIds.evaluateAll((all) =>
          all
            .flatMap((end) => [...end.parentElement!.firstElementChild!.firstElementChild!.children])
            .filter((name) => name.scrollWidth > name.clientWidth)
            .map((name) => name.textContent),
        );
      await expect.poll(cutOff, `${width} px`).toEqual([]);
    }
  });
}

test('The link of a row says what its status means: to a screen reader, and beside the status when the focus rests on it', async ({
  signedIn,
  apiAs,
}) => {
  const { read, post } = await apiAs('referrer');
  const { rows: found } = await read<ReferralList>('/referrals?status=Pending+Patient+Contact');
  const { referralId } = found[0]!;
  await post('/notes/create', { referralId, noteText: '<p>She is at home in the evening.</p>' });
  const page = await signedIn('referrer');
  for (const path of ['/referrals', '/notes']) {
    await page.goto(`${path}?search=${referralId}`);
    const row = rows(page).first();
    const [link, status] = [
      row.getByRole('link', { name: referralId, exact: true }),
      row.getByText('Pending Patient Contact'),
    ];
    const means = /^Pending Patient Contact: .+ Waiting for the member\.$/;
    await expect(link).toHaveAccessibleDescription(means);
    expect(await row.locator('[data-meaning]').getAttribute('tabindex')).toBeNull();
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await link.focus();
    await page.keyboard.press('Shift');
    const hint = page.getByRole('tooltip');
    await expect(hint).toContainText('Pending Patient Contact');
    const [below, chip] = [(await hint.boundingBox())!, (await status.boundingBox())!];
    expect(below.x < chip.x + chip.width && below.x + below.width > chip.x, 'beside the status').toBe(true);
    await page.keyboard.press('Escape');
    await expect(hint).toBeHidden();
    await expect(link).toBeFocused();
  }
});

test('Members of one name are told apart by as much of their Medicaid IDs as it takes, without a gap before it', async ({
  signedIn,
  apiAs,
}) => {
  const lastName = aLastName('Okafor');
  const digits = Date.now().toString().slice(-7);
  const ids = [`AZ${digits}`, `VA${digits}`];
  const members = ids.map((medicaidId) => ({ firstName: 'Rosalind', medicaidId }));
  await orderFor(await apiAs('staff'), lastName, [{}, ...members]);
  const page = await signedIn('staff');
  for (const address of ['/queue', '/referrals']) {
    await page.goto(`${address}?search=${lastName}`);
    for (const width of [1440, 1280, 390]) {
      await resize(page, width);
      for (const id of ids) {
        const apart = page.getByRole('cell').getByText(`· ${id}`);
        await expect(apart).toBeVisible();
        await expect.poll(() => beyondTheirCells(apart)).toBeLessThanOrEqual(0.5);
        const gap = () =>
          apart.evaluate(
            (end) => end.getBoundingClientRect().left - end.previousElementSibling!.getBoundingClientRect().right,
          );
        await expect.poll(gap).toBeCloseTo(0, 0);
      }
    }
  }
});

test('Two members of one long last name are told apart by the beginnings of their first names', async ({
  signedIn,
  apiAs,
}) => {
  const lastName = aLastName('Bartholomewina-Featherstonehaugh-Cholmond');
  await orderFor(await apiAs('staff'), lastName, [{}, { firstName: 'Maximiliana', medicaidId: `L${Date.now()}` }]);
  const page = await signedIn('staff');
  for (const address of ['/queue', '/referrals']) {
    await page.goto(`${address}?search=${lastName}`);
    for (const width of [1440, 1280, 390]) {
      await resize(page, width);
      const names = rows(page).locator('[dir="ltr"] > bdi');
      for (const firstName of ['Maria', 'Maximiliana']) {
        const name = names.filter({ hasText: firstName });
        await expect(name).toBeVisible();
        await expect.poll(async () => (await lettersSeen(name, 1))[0]).toBeGreaterThanOrEqual(5);
      }
      await expect.poll(() => beyondTheirCells(names)).toBeLessThanOrEqual(0.5);
      if (width === 390) await expectCardsOfTwoLines(page, address === '/queue' ? 'Task' : 'Member');
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  }
});

test('The list of notes shows 60 letters of each note at 1280 px, and whole names of companies at 1440 px', async ({
  signedIn,
  apiAs,
}) => {
  const { read, post } = await apiAs('staff');
  const { rows: found } = await read<ReferralList>('/referrals?search=Fuentes');
  const noteText = '<p>The physician has sent the form back without a signature, so please ask for it once more.</p>';
  await post('/notes/create', { referralId: found[0]!.referralId, noteText });
  const page = await signedIn('staff');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/notes');
  const words = page.getByRole('cell').locator('button [title]');
  await expect(words.first()).toBeVisible();
  const seen = await lettersSeen(words, 61);
  expect(seen.length).toBeGreaterThan(0);
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(60);
  const heights = await rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThanOrEqual(41);

  await page.setViewportSize({ width: 1440, height: 900 });
  const cutOff = await page
    .getByRole('cell')
    .locator('.MuiChip-outlinedDefault .MuiChip-label')
    .evaluateAll((all) =>
      all.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent),
    );
  expect(cutOff).toEqual([]);
});

test.describe('The queue', () => {
  test('keeps its six tabs in the URL through Back and a reload', async ({ signedIn }) => {
    const page = await signedIn('staff');
    await page.goto('/queue');
    for (const tab of ['Unassigned', 'Mine', 'On hold', 'All open', 'Overdue', 'Completed']) {
      await page.getByRole('tab', { name: tab }).click();
      await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
    }
    await expect(page).toHaveURL(/tab=completed/);
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Completed' })).toHaveAttribute('aria-selected', 'true');
    await page.goBack();
    await expect(page.getByRole('tab', { name: 'Overdue' })).toHaveAttribute('aria-selected', 'true');
  });

  /** The size of the window, and how many tasks it shows. */
  const WINDOWS = [
    [1440, 900, 16],
    [1280, 800, 12],
  ] as const;

  test('begins above y 300 and shows 16 tasks at 1440 × 900, 12 at 1280 × 800 and 3 on a phone', async ({
    signedIn,
  }) => {
    const page = await signedIn('staff');
    await page.goto('/queue');
    for (const [width, height, fewest] of [...WINDOWS, [390, 844, 3] as const]) {
      await resize(page, width, height);
      await expectWholeRows(page, fewest);
    }
  });

  test('shows as many below the figures of its dashboard, at 1440 × 900 and at 1280 × 800', async ({ signedIn }) => {
    const page = await signedIn('staff');
    await page.goto('/queue');
    await page.getByRole('button', { name: 'Dashboard' }).click();
    await expect(page.getByRole('button', { name: 'Show charts' })).toBeVisible();
    await dismissBanners(page);
    for (const [width, height, fewest] of WINDOWS) {
      await resize(page, width, height);
      await expectWholeRows(page, fewest);
    }
  });

  test('never cuts off how many items there are, at any width', async ({ signedIn }) => {
    const page = await signedIn('staff');
    await page.goto('/queue?tab=open&search=Fuentes');
    for (const width of [1440, 1280, 390]) {
      await resize(page, width);
      const counts = page.getByRole('cell').getByText(/^ ?\+ \d+$/);
      await expect(counts.filter({ visible: true }).first()).toBeVisible();
      await expect.poll(() => beyondTheirCells(counts), `${width} px`).toBeLessThanOrEqual(0.5);
    }
  });

  test('shows the names of usual items at 1280 px, and scrolls in no direction but down', async ({ signedIn }) => {
    const page = await signedIn('staff');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/queue?tab=open');
    const items = page.locator('td[data-label="Items"] [title]');
    await expect(items.first()).toBeVisible();
    const seen = await lettersSeen(items, 20);
    expect(seen.length).toBeGreaterThan(0);
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(20);
    expect(
      await page.evaluate(() =>
        ['html', 'main', 'div:has(> table)'].map((part) => {
          const { scrollWidth, clientWidth } = document.querySelector(part)!;
          return scrollWidth - clientWidth;
        }),
      ),
    ).toEqual([0, 0, 0]);
  });

  test('has cards of two lines on a phone, where nothing lies below what a finger taps', async ({ signedIn }) => {
    const page = await signedIn('staff');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/queue?tab=open&search=Fuentes');
    await expect(rows(page).nth(1)).toBeVisible();
    const cards = await rows(page).evaluateAll((all) =>
      all.map((row) => ({
        height: row.getBoundingClientRect().height,
        firstBelow: row.querySelector('[data-card="rest"]')!.getBoundingClientRect().top,
        lastControl: Math.max(
          ...[...row.querySelectorAll('input, button')].map((control) => control.getBoundingClientRect().bottom),
        ),
      })),
    );
    for (const { height, firstBelow, lastControl } of cards) {
      expect(height).toBeLessThanOrEqual(66);
      expect(lastControl).toBeLessThanOrEqual(firstBelow);
    }
  });

  test('shows the tasks of one department and sub-department, with their counts, and keeps both in the URL', async ({
    signedIn,
  }) => {
    const page = await signedIn('staff');
    await page.goto('/queue');
    const openFilters = () => page.getByRole('button', { name: /^Filters/ }).click();
    const panel = page.getByRole('dialog', { name: 'Filters' });
    const choice = (group: string, name: string) =>
      panel.getByRole('group', { name: group, exact: true }).getByRole('button', { name: new RegExp(`^${name}`) });
    const intake = choice('Department', 'Intake');
    const all = Number(/\d+/.exec((await page.getByText(/^[\d,]+ tasks$/).textContent()) ?? ''));
    await openFilters();
    await intake.click();
    await expect(intake).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL(/department=Intake/);
    const [, count] = /([\d,]+)$/.exec((await intake.textContent()) ?? '') ?? [];
    await expect(page.getByText(new RegExp(`^${count} tasks?$`))).toBeVisible();
    expect(Number(count)).toBeLessThan(all);

    await choice('Sub-department', 'Breast Pump').click();
    await expect(page).toHaveURL(/category=Breast\+Pump/);
    await expectWcag(page, '[role="dialog"]');
    await panel.getByRole('button', { name: 'Done' }).click();
    await expect(panel).toBeHidden();
    await page.goBack();
    await expect(page).not.toHaveURL(/category/);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Filters: 1' })).toBeVisible();
    await openFilters();
    await expect(intake).toHaveAttribute('aria-pressed', 'true');
    await panel.getByRole('button', { name: 'Done' }).click();
    await expect(panel).toBeHidden();
    await page.getByRole('button', { name: 'Department: Intake' }).click();
    await expect(page).toHaveURL(/\/queue$/);
    await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible();
  });

  test('opens from a bar or a figure of its dashboard the tasks that are counted there', async ({ signedIn }) => {
    const page = await signedIn('staff');
    await page.route('**/tasks/summary*', (route) => route.fulfill({ status: 500 }), { times: 10 });
    await page.goto('/queue');
    await page.getByRole('button', { name: 'Dashboard' }).click();
    await expect(page.getByText('Failed to load the dashboard')).toBeVisible();
    await page.unroute('**/tasks/summary*');
    await page.getByRole('button', { name: 'Retry' }).click();
    const dashboard = page.getByRole('region', { name: 'Dashboard' });
    await expect(dashboard.getByRole('link')).toHaveText([
      / ?Open$/,
      /Overdue$/,
      /Completed today$/,
      /Completed in 14 days$/,
    ]);
    await page.getByRole('button', { name: 'Show charts' }).click();

    await expect(page.getByRole('link', { name: /^Documentation: / })).toBeVisible();
    await expectWcag(page, '#queue-dashboard');
    // A bar has its name as its title, and a figure of a table as its label.
    const nameOf = async (link: Locator) =>
      (await link.getAttribute('aria-label')) ?? (await link.locator('title').textContent()) ?? '';
    const countOf = async (link: Locator) => /: ([\d,]+) /.exec(await nameOf(link))?.[1];
    const bar = page.getByRole('link', { name: /^Documentation: / });
    const count = await countOf(bar);
    await bar.press('Enter');
    await expect(page).toHaveURL(/tab=open&step=Documentation$/);
    await expect(page.getByRole('tab', { name: `All open ${count}` })).toBeFocused();
    await expect(page.getByText(`${count} tasks`, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Step: Documentation' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Clear the choice in Open tasks by step' })).toBeVisible();
    await bar.press('Enter');
    await expect(page).toHaveURL(/\/queue\?tab=open$/);

    await page.reload();
    await page.getByRole('button', { name: 'Show as tables' }).click();
    const matrix = page.getByRole('table', { name: 'Completed in the last 14 days' });
    const figure = matrix
      .getByRole('row', { name: /^Minh Tran/ })
      .getByRole('link')
      .first();
    const completed = await countOf(figure);
    await figure.click();
    await expect(page).toHaveURL(/tab=completed&assignee=[^&]+&completed=\d{4}-\d\d-\d\d$/);
    await expect(page.getByText(new RegExp(`^${completed} tasks?$`))).toBeVisible();
    await expect(page.getByRole('button', { name: 'Who: Minh Tran' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL(/\/queue\?tab=completed$/);
  });

  test('exports all tasks of the view as a CSV file', async ({ signedIn }) => {
    const page = await signedIn('staff');
    await page.goto('/queue?tab=overdue&department=Fullfillment');
    const shown = Number((await page.getByText(/^[\d,]+ tasks$/).textContent())?.split(' ')[0]);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'More for this list' }).click();
    await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('queue-overdue.csv');
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(shown + 1);
    for (const line of lines.slice(1)) expect(line).toContain('","Fullfillment","');
  });

  test('gives a task to the first of two people who claim it, and tells the second who has it', async ({
    signedIn,
  }) => {
    const [first, second] = [await signedIn('staff'), await signedIn('staff2')];
    for (const page of [first, second]) await page.goto('/queue');
    const menu = first.getByRole('button', { name: /^Actions for/ }).first();
    const name = (await menu.getAttribute('aria-label')) ?? '';
    const path = await rows(first).first().getByRole('link').getAttribute('href');
    await second.goto(path ?? '');
    const claim = second.getByRole('button', { name: 'Claim' });
    await expect(claim).toBeVisible();
    await first.getByRole('button', { name }).first().click();
    await first.getByRole('menuitem', { name: 'Claim' }).click();
    await expect(rows(first).first()).toContainText('you');
    await expect(claim).toBeHidden();
    await expect(second.getByRole('group', { name: 'What came of it' })).toBeHidden();
    await expect(second.getByRole('button', { name: 'Assign…' })).toBeVisible();
  });

  test('is live again after a network gap that did not close its connection', async ({ signedIn }) => {
    const page = await signedIn('staff');
    await page.goto('/queue');
    await expectLive(page);
    await page.context().setOffline(true);
    await expect(page.getByRole('banner').getByRole('status')).toContainText('Offline');
    await page.context().setOffline(false);
    await expectLive(page);
  });

  test('is not available to referrers', async ({ signedIn }) => {
    const page = await signedIn('referrer');
    await page.goto('/queue');
    await expect(page.getByRole('tab')).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Queue' })).toHaveCount(0);
  });
});
