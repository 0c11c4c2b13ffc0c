import { expect, type Page } from '@playwright/test';
import { aLastName, orderFor } from '../product/orders-and-tasks.js';
import { test } from '../product/people.js';

/** What is copied when all of the element is selected. */
const selected = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const selection = getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
    return String(selection);
  });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** The fact of the member's head that has the ID. */
const ID_IN_HEADER = 'main h1 + dl > :has(> dt:text-is("Referral"))';
const idInHeader = (page: Page) => page.locator(`${ID_IN_HEADER} dd`);

test.describe('A referral id', () => {
  test('is shown in groups and is a single number as text: in the header, selected, in the title, to a screen reader', async ({
    signedIn,
  }) => {
    const page = await signedIn('ops');
    await page.goto('/referrals');
    const link = page.getByRole('cell').getByRole('link').first();
    const id = (await link.textContent()) ?? '';
    expect(id).toMatch(/^\d{15}$/);
    await expect(page.getByRole('link', { name: id, exact: true })).toBeVisible();
    const gaps = await link
      .locator('[data-figures] > :not(wbr)')
      .evaluateAll((groups) =>
        groups.map((group, index) => [
          group.textContent?.length,
          index === 0 ? 0 : Math.round(parseFloat(getComputedStyle(group).paddingLeft)) > 2,
        ]),
      );
    expect(gaps).toEqual([
      [5, 0],
      [5, true],
      [5, true],
    ]);
    await link.click();
    await expect(idInHeader(page)).toHaveText(id);
    await expect(page).toHaveTitle(`Referral - ${id} · Throughline`);
    expect((await selected(page, `${ID_IN_HEADER} dd`)).trim()).toBe(id);
    await page.goto(`/audit/${id}`);
    await expect(heading(page)).toContainText(`Audit - ${id}`);
    expect((await selected(page, 'h1')).trim()).toBe(`Audit - ${id}`);
  });

  test('is accepted in groups in the header, the list, the queue, the audit and the URL', async ({ signedIn }) => {
    const page = await signedIn('ops');
    await page.goto('/referrals');
    const id = (await page.getByRole('cell').getByRole('link').first().textContent()) ?? '';
    const grouped = (gap: string) => id.replaceAll(/(\d{5})(?=\d)/g, `$1${gap}`);

    await page.getByRole('searchbox', { name: 'Search referrals' }).first().fill(grouped('\u00a0'));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/referral/${id}`);

    for (const gap of [' ', '\u2009', '-']) {
      await page.goto(`/referrals?search=${encodeURIComponent(grouped(gap))}`);
      await expect(page.getByRole('cell').getByRole('link', { name: id, exact: true })).toBeVisible();
    }

    await page.goto('/audit');
    await page.getByRole('searchbox', { name: 'ID, member or referrer' }).fill(grouped('\u202f'));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/audit/${id}`);

    await page.goto(`/referral/${encodeURIComponent(grouped(' '))}?tab=information`);
    await expect(page).toHaveURL(`/referral/${id}?tab=information`);
    await expect(idInHeader(page)).toHaveText(id);
    await page.goto(`/audit/${encodeURIComponent(grouped('\u2013'))}`);
    await expect(page).toHaveURL(`/audit/${id}`);
    await expect(heading(page)).toContainText(`Audit - ${id}`);
  });

  test('is whole on a phone’s card, or is not there: half of it would be read as another one', async ({
    signedIn,
    apiAs,
  }) => {
    const lastName = aLastName('Bartholomewina');
    const staff = await apiAs('staff');
    const [first] = await orderFor(staff, lastName, [{}, { medicaidId: `L${lastName}22` }]);
    const { referralId } = first!;
    await staff.post('/notes/create', { referralId, noteText: '<p>Which size?</p>' });
    const page = await signedIn('admin');
    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto(`/referrals?search=${lastName}`);
    await expect(page.getByRole('link', { name: '1 unread note', exact: false })).toBeVisible();
    const cells = page.locator('tbody [data-card="beside"]');
    await expect(cells.first()).toBeVisible();
    const shown = () =>
      cells.evaluateAll((all) =>
        all.map((cell) => {
          const place = cell.firstElementChild!.getBoundingClientRect();
          const id = cell.querySelector('a')!.getBoundingClientRect();
          if (id.top >= place.bottom) return 'left out';
          return id.left >= place.left && id.right <= place.right ? 'whole' : 'cut off';
        }),
      );
    const focusable = () =>
      cells.locator('a').evaluateAll((all) => all.filter((id) => (id.focus(), document.activeElement === id)).length);
    for (const [width, how] of [
      [590, 'whole'],
      [240, 'left out'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(shown).toEqual([how, how]);
      expect(await focusable()).toBe(how === 'whole' ? 2 : 0);
    }
    await page.setViewportSize({ width: 390, height: 900 });
    await expect.poll(shown).not.toContain('cut off');
    expect(await focusable()).toBe((await shown()).filter((how) => how === 'whole').length);
  });
});
