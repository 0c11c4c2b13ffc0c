import { expect, type Page } from '@playwright/test';
import type { TaskQueue } from '@throughline/contracts';
import { aLastName, orderFor } from '../product/orders-and-tasks.js';
import { expectLive } from '../product/live-line.js';
import { test } from '../product/people.js';
import type { PersonApi } from '../product/person-api.js';

/** A4 in pixels, less margins of a centimetre. */
const PAPER = { width: 718, height: 1047 };

const PAGES = {
  'a referral': { path: ({ referralId }) => `/referral/${referralId}`, says: ({ memberLastName }) => memberLastName },
  'a task': { path: ({ taskId }) => `/task/${taskId}`, says: ({ memberLastName }) => memberLastName },
  'the queue': { path: () => '/queue', says: ({ task }) => task },
  Notes: { path: () => '/notes', says: () => 'Note Created By' },
} satisfies Record<string, Record<'path' | 'says', (row: TaskQueue['rows'][number]) => string>>;
/** Another page of facts, and another list, are tried in every run. */
const LIKE_ANOTHER = ['a referral', 'Notes'];

const aRow = async ({ read }: PersonApi) => (await read<TaskQueue>('/tasks?tab=unassigned')).rows[0]!;

for (const [name, { path, says }] of Object.entries(PAGES)) {
  const title = `What is printed of ${name} is black on white and without bars and buttons, also of a dark screen`;
  test(title, { tag: LIKE_ANOTHER.includes(name) ? '@long' : [] }, async ({ signedIn, apiAs }) => {
    const row = await aRow(await apiAs('staff'));
    const page = await signedIn('staff');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(path(row));
    await expectLive(page);
    await expect(page.getByRole('main')).toContainText(says(row));
    await page.setViewportSize(PAPER);
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    // The styles of paper are loaded when the page is at rest.
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('contentinfo')).toHaveText(
      /^\s*Printed \w+day, .* C[SD]T\.\s+Times: Central Time\. Due days: Central Time\.\s*$/,
      {
        useInnerText: true,
      },
    );
    await expect(page.locator('.MuiButton-root:visible, .MuiIconButton-root:visible')).toHaveCount(0);
    await expect(page.getByRole('main')).toContainText(says(row));
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
    expect(await paleTexts(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PAPER.width);
    expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(5_000);
    await page.emulateMedia({ colorScheme: 'dark', media: 'screen' });
    await expect(page.getByRole('banner')).toBeVisible();
  });
}

test('What is printed before the styles of paper are there is dark on white and without the header', async ({
  signedIn,
  apiAs,
}) => {
  const { taskId, memberLastName } = await aRow(await apiAs('staff'));
  const page = await signedIn('staff');
  await page.route(/\/page-at-rest-/, (route) => route.abort());
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`/task/${taskId}`);
  await expect(page.getByRole('main')).toContainText(memberLastName);
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  // Its buttons, which are there until then, are white on a colour.
  expect((await paleTexts(page)).filter((text) => !text.endsWith('rgb(255, 255, 255)'))).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', media: 'screen' });
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['scheme'])).toBe('dark');
});

test('No name is cut off on paper', async ({ signedIn, apiAs }) => {
  const lastName = aLastName('Bartholomewina-Featherstonehaugh');
  await orderFor(await apiAs('staff'), lastName, [{}, { firstName: 'Maximiliana', medicaidId: `L${Date.now()}` }]);
  const page = await signedIn('staff');
  await page.setViewportSize(PAPER);
  for (const list of ['/queue', '/referrals']) {
    await page.goto(`${list}?search=${lastName}`);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('contentinfo')).toContainText('Printed');
    await expect(page.getByRole('cell').filter({ hasText: 'Maximiliana' })).toBeVisible();
    const cut = await page.locator('td:visible *').evaluateAll((parts) =>
      parts
        .filter((part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== 'visible')
        .filter((part) => part.clientWidth > 1)
        .map((part) => part.textContent),
    );
    expect(cut).toEqual([]);
    await page.emulateMedia({ media: 'screen' });
  }
});

/** Texts whose colour is not dark enough for paper: below a contrast of 4.5:1 to white. */
const paleTexts = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
    const pale: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement!;
      if (!element.checkVisibility({ opacityProperty: true }) || text.textContent?.trim() === '') continue;
      const [red = 0, green = 0, blue = 0] = (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(
        (value) => Number(value) / 255,
      );
      const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
      const luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
      if (1.05 / (luminance + 0.05) < 4.5) pale.push(`${text.textContent}: ${getComputedStyle(element).color}`);
    }
    return pale;
  });
