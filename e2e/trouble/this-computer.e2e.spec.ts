import { expect, type Page } from '@playwright/test';
import { firstReferral } from '../figures/first-load.js';
import { expectLive } from '../product/live-line.js';
import { type Meddling, MeddlingProxy } from '../product/meddling-proxy.js';
import { field, fillOrder, fillVisitor, submitOrder } from '../order/order.js';
import { addressOf, test } from '../product/people.js';
import { expectWcag } from '../product/wcag.js';

/** A page that is opened through the proxy is live by polling, and over WebSockets once the proxy lets them through. */
async function becomesLiveBehind(
  meddling: Meddling,
  page: Page,
  { origin, address }: { origin: string; address: string },
) {
  const proxy = await MeddlingProxy.before(origin);
  let polls = 0;
  /** WebSockets over which the page is connected. A trial is none. */
  let connected = 0;
  page.on('request', (request) => (polls += Number(request.url().includes('transport=polling'))));
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => (connected += Number(payload.toString().startsWith('40')))),
  );
  try {
    proxy.meddling = meddling;
    await page.goto(proxy.origin + address);
    await expect(page.getByText('You see only the progress.')).toBeVisible();
    await expect.poll(() => polls, 'it polls').toBeGreaterThan(3);
    await expectLive(page);

    await test.step('the next page of the tab is live at once', async () => {
      [polls, connected] = [0, 0];
      await page.reload();
      await expectLive(page);
      await expect.poll(() => polls).toBeGreaterThan(3);
      expect(connected).toBe(0);
    });

    await test.step('when the proxy lets WebSockets through, one is tried for a while, and then taken', async () => {
      proxy.meddling = 'none';
      await expect.poll(() => connected, { timeout: 90_000 }).toBe(1);
      await expectLive(page);
    });
  } finally {
    proxy.close();
  }
}

// Each trial of a WebSocket lasts half a minute, so these are tried side by side.
for (const [ways, tag] of [
  [['never answers', 'swallows frames'], []],
  [['cuts them off'], '@long'],
] as const satisfies readonly (readonly [readonly Meddling[], '@long' | []])[]) {
  const title = `Behind a proxy that takes WebSockets and ${ways.join(' or ')}, a page is live by polling, and by WebSocket once that works`;
  test(title, { tag: [tag].flat() }, async ({ signedIn, visitor, baseURL: origin = '' }) => {
    const address = await firstReferral(await signedIn('referrer'));
    await Promise.all(ways.map(async (way) => becomesLiveBehind(way, await visitor(), { origin, address })));
  });
}

test.describe('In a browser that blocks site data', () => {
  test('every public page opens, an order and a message are sent, and the sign-in says what is missing', async ({
    visitor,
  }) => {
    const page = await visitor();
    await page.addInitScript(blockSiteData);
    const failures: Error[] = [];
    page.on('pageerror', (error) => failures.push(error));
    for (const address of [
      '/',
      '/check-referral',
      '/help',
      '/updates',
      '/DiaperRewards/UHCCPVA',
      '/referrals',
      '/nowhere',
    ]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }

    await fillOrder(page, 'Blocked');
    await fillVisitor(page);
    await page.getByRole('link', { name: 'Check Status' }).first().click();
    await expect(page).toHaveURL(/check-referral/);
    await page.goBack();
    await expect(field(page, 'Member', 'Last Name'), 'this page remembers it').toHaveValue('Blocked');
    await submitOrder(page);

    await page.goto('/contact-us');
    await page.getByLabel('Name').first().fill('Rosa');
    await page.getByRole('button', { name: 'Login' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign In' });
    await expect(dialog.getByRole('alert')).toContainText('This browser blocks site data');
    await expect(dialog.getByRole('button', { name: 'Sign In', exact: true })).toBeDisabled();
    await expectWcag(page, '[role="dialog"]');
    expect(failures).toEqual([]);
  });
});

/** As Chromium does where a person or their office blocks the data of a site. */
function blockSiteData(): void {
  const blocked = {
    get: () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  };
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, blocked);
  Object.defineProperty(navigator, 'cookieEnabled', { get: () => false });
}

for (const [how, fill, tag] of [
  ['refuses every value', refuseEveryValue, '@long'],
  ['is filled to the last character', fillStorages, []],
] as const) {
  const title = `In a browser whose storage ${how}, an order is sent, its draft is said to be lost, and the sign-in says what is wrong`;
  test(title, { tag: [tag].flat() }, async ({ visitor }) => {
    const page = await visitor();
    await page.addInitScript(fill);
    const failures: Error[] = [];
    page.on('pageerror', (error) => failures.push(error));
    await fillOrder(page, 'Full');
    await fillVisitor(page);
    await expect(page.getByRole('alert').filter({ hasText: 'This browser does not keep what you type' })).toBeVisible();
    await submitOrder(page);

    await page.goto('/contact-us');
    await page.getByLabel('Name').first().fill('Rosa');
    await expect(page.getByRole('alert').filter({ hasText: 'This browser does not keep what you type' })).toBeVisible();
    await page.getByRole('button', { name: 'Login' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign In' });
    for (let attempt = 0; attempt < 2; attempt++) {
      await dialog.getByLabel('Username').fill(addressOf('referrer'));
      await dialog.getByLabel('Password').fill('Throughline1!');
      await dialog.getByRole('button', { name: 'Sign In' }).click();
      await expect(dialog.getByRole('alert')).toContainText('This browser has no room left for the data of this site');
    }
    await expectWcag(page, '[role="dialog"]');
    expect(failures).toEqual([]);
  });
}

function refuseEveryValue(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
}

function fillStorages(): void {
  for (const storage of [localStorage, sessionStorage])
    for (let length = 2 ** 23; length >= 1; length = Math.floor(length / 2))
      try {
        for (;;) storage.setItem(`filled.${length}.${storage.length}`, '-'.repeat(length));
      } catch {
        // A shorter one may fit.
      }
}

for (const way of ['replaces', 'wraps'] as const) {
  test(`On a page whose texts a translator ${way}, lists, counts and menus go on showing what is current`, async ({
    signedIn,
  }) => {
    const page = await signedIn('staff');
    await page.addInitScript(translate, way);
    const failures: Error[] = [];
    page.on('pageerror', (error) => failures.push(error));
    for (const address of ['/queue', '/referrals']) {
      await page.goto(address);
      const pager = page.getByRole('navigation', { name: 'Pages' });
      await expect(pager).toContainText(/¡1–\d+ of/);
      await page.getByRole('button', { name: /Next$/ }).click();
      await expect(pager).toContainText(/¡(16|26)–\d+ of/);
      await expect(pager).not.toContainText('¡1–');
      await page.getByRole('button', { name: /Previous$/ }).click();
      await expect(pager).toContainText(/¡1–\d+ of/);
    }
    const opener = page.getByRole('button', { name: /Filters/ }).first();
    await opener.click();
    const statuses = page.getByRole('dialog', { name: 'Filters' }).getByRole('group').first();
    const chosen = statuses.getByRole('button', { pressed: true });
    for (const count of [1, 2]) {
      await statuses.getByRole('button').nth(count).click();
      await expect(chosen).toHaveCount(count);
    }
    await statuses.getByRole('button').first().click();
    await expect(chosen).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
    expect(failures).toEqual([]);
  });
}

/** As the translators of browsers do, and again for what has changed. */
function translate(way: 'replaces' | 'wraps'): void {
  const isDone = (text: Node) =>
    text.parentElement === null || text.parentElement.closest('font, style, script, title') !== null;
  const translateAll = (within: Node) => {
    const texts: Node[] = [];
    const walk = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    if (within instanceof Text) texts.push(within);
    while (walk.nextNode()) texts.push(walk.currentNode);
    for (const text of texts) {
      if (isDone(text) || (text.nodeValue ?? '').trim() === '') continue;
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      (text as Text).replaceWith(outer);
      if (way === 'wraps') inner.append(text);
      else inner.textContent = `¡${text.nodeValue}`;
      if (way === 'wraps') inner.prepend('¡');
    }
  };
  document.addEventListener('DOMContentLoaded', () => {
    translateAll(document.body);
    const observed = { childList: true, subtree: true, characterData: true };
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records)
        for (const node of [target, ...addedNodes]) if (!isDone(node)) translateAll(node);
    }).observe(document.body, observed);
  });
}
