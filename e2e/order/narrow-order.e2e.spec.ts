import { expect, type Locator, type Page } from '@playwright/test';
import { addItem, chooseState } from './order.js';
import { test } from '../product/people.js';

const WALKER = 'Folding walker with wheels';

/** Forms with the state that is chosen; null: it is fixed. The first has the fields of the others. */
const FORMS = [
  ['/create-referral', 'Arizona', []],
  ['/create-referral/breast-pump', 'Arizona', '@long'],
  ['/create-referral/magnolia', null, '@long'],
] as const;

/** No form has as many fields and buttons. */
const MOST_STOPS = 200;

const bar = (page: Page) => page.getByRole('region', { name: 'Order summary' });
const offered = (page: Page, item: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(item, { exact: true }) });

/** Opens an order form as a phone shows it, the member's state chosen. */
async function openForm(page: Page, path = '/create-referral', state: string | null = 'Arizona'): Promise<void> {
  await page.setViewportSize({ width: 390, height: 780 });
  await page.goto(path);
  if (state !== null) await chooseState(page, state);
}

async function add(page: Page, item: string, option: string): Promise<Locator> {
  await page.getByRole('textbox', { name: 'Search items' }).fill(item);
  const row = offered(page, item);
  await row.getByRole('combobox').click();
  await page.getByRole('option', { name: option }).click();
  await row.getByRole('button', { name: 'Add' }).click();
  return row;
}

test.describe('Ordering on a phone', () => {
  test('confirms Add beside the button, announces it once, and counts the item in the bar', async ({ visitor }) => {
    const page = await visitor();
    await openForm(page);
    await expect(bar(page)).toContainText('Nothing chosen yet');
    await page.evaluate(() => {
      const said = ((window as unknown as { said: string[] }).said = []) as string[];
      const region = document.querySelector('[role="status"][aria-live="polite"]');
      new MutationObserver(() => said.push(region?.textContent ?? '')).observe(region!, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    const row = await add(page, WALKER, 'Adult');
    await expect(row.getByText('Added · 1 in your order')).toBeInViewport();
    await expect(bar(page).getByRole('button', { name: '1 item in your order' })).toBeInViewport();
    const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said.map((text) => text.trim()));
    const words = `${WALKER} · Adult added to your order`;
    await expect.poll(said).toEqual([words]);
    await row.getByRole('button', { name: 'Add' }).click();
    await expect(row.getByText('Added · 2 in your order')).toBeInViewport();
    await expect.poll(said).toEqual([words, words]);
  });

  test('leads to the order, and withdraws the confirmation of an item that was removed', async ({ visitor }) => {
    const page = await visitor();
    await openForm(page);
    const row = await add(page, WALKER, 'Adult');
    await bar(page).getByRole('button', { name: '1 item in your order' }).click();
    await expect(page.getByRole('heading', { name: 'Your order' })).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Your order' })).toBeInViewport();
    await page.getByRole('button', { name: `Remove ${WALKER} · Adult` }).click();
    await expect(bar(page)).toContainText('Nothing chosen yet');
    await expect(row.getByText('in your order')).toHaveCount(0);
  });

  test('shows the full name of an option before and after it is chosen', async ({ visitor }) => {
    const page = await visitor();
    await openForm(page);
    const option = 'Youth, 4 ft 6 in. to 5 ft 2 in.';
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 780 });
      await page.getByRole('textbox', { name: 'Search items' }).fill(option);
      const chooser = offeredWithOptions(page);
      await chooser.click();
      await fits(page.getByRole('option', { name: option }));
      await page.getByRole('option', { name: option }).click();
      await expect(chooser).toHaveText(option);
      await fits(chooser);
    }
  });

  for (const [path, state, tag] of FORMS) {
    const title = `keeps Submit in view along all of ${path}, and does not cover the focused field`;
    test(title, { tag: [tag].flat() }, async ({ visitor }) => {
      const page = await visitor();
      await openForm(page, path, state);
      const submit = bar(page).getByRole('button', { name: 'Submit referral' });
      const form = page.getByRole('form', { name: 'Referral order' });
      await page.getByRole('textbox', { name: 'First Name' }).first().focus();
      const hasFocus = () => submit.evaluate((element) => element === document.activeElement);
      for (let stop = 0; stop < MOST_STOPS && !(await hasFocus()); stop += 1) {
        expect(await submit.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThanOrEqual(780);
        await expect.poll(() => coveredByBar(page), 'what has the focus is covered by the bar').toBe('');
        await page.keyboard.press('Tab');
      }
      await expect(submit).toBeFocused();
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      const [end, top] = [await form.boundingBox(), await page.getByRole('contentinfo').boundingBox()];
      expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(top?.y ?? 0);
    });
  }

  test('uses the panel beside the form from 1000 px on', async ({ visitor }) => {
    const page = await visitor();
    await openForm(page);
    await page.setViewportSize({ width: 999, height: 780 });
    await expect(bar(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Submit referral' })).toHaveCount(1);
    await page.setViewportSize({ width: 1000, height: 780 });
    await expect(bar(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Submit referral' })).toHaveCount(1);
    const panel = page.getByRole('region', { name: 'Your order' });
    await expect(panel.getByRole('button', { name: 'Submit referral' })).toBeInViewport();
  });

  test('counts the faults, and leads to them', async ({ visitor }) => {
    const page = await visitor();
    await openForm(page);
    await add(page, WALKER, 'Adult');
    await bar(page).getByRole('button', { name: 'Submit referral' }).click();
    await bar(page)
      .getByRole('button', { name: /things to fix$/ })
      .click();
    await expect(page.getByRole('textbox', { name: 'First Name' }).first()).toBeFocused();
    await expect.poll(() => coveredByBar(page)).toBe('');
  });
});

const offeredWithOptions = (page: Page) =>
  page.getByRole('list', { name: 'Items that can be ordered' }).getByRole('combobox').first();

/** Expects no text of it to be cut. */
async function fits(element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  expect(await element.evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(0);
}

/** The markup of what has the focus, if it is under the bar (of a text area the first line, where typing begins); else nothing. */
const coveredByBar = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    const cover = document.querySelector('[aria-label="Order summary"]');
    if (focused === null || focused === document.body || cover === null || cover.contains(focused)) return '';
    const { top, height } = focused.getBoundingClientRect();
    const isCovered = top + Math.min(height, 40) > cover.getBoundingClientRect().top;
    return isCovered ? focused.outerHTML.slice(0, 200) : '';
  });

test('At 400 %, the field with the focus stays in sight beside its summary of errors', async ({ visitor }) => {
  const page = await visitor();
  // 1280 by 1024 pixels, four times as large.
  await page.setViewportSize({ width: 320, height: 256 });
  for (const [address, button] of [
    ['/help', 'Submit'],
    ['/contact-us', 'Submit'],
    ['/check-referral', 'Submit'],
    ['/create-referral/magnolia', 'Submit referral'],
  ] as const) {
    await page.goto(address);
    if (address === '/create-referral/magnolia') await addItem(page, WALKER, 'Adult');
    await page.getByRole('main').getByRole('button', { name: button }).first().click();
    await expect(page.getByText(/things? to fix/).first()).toBeVisible();
    const field = page.getByRole('main').locator(':is(input, textarea, select):focus');
    await expect(field).toBeInViewport({ ratio: 1 });
    // A header or a bar may lie over it.
    const isOnTop = () =>
      field.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2) === element;
      });
    await expect.poll(isOnTop, address).toBe(true);
  }
});
