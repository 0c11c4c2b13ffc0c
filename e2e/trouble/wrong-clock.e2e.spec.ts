import { expect, type Page } from '@playwright/test';
import { signIn, test } from '../product/people.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const YEAR = 365 * 24 * HOUR;

test.describe('On a computer whose clock is wrong', () => {
  for (const [how, off, tag] of [
    ['six minutes slow', -6 * MINUTE, []],
    ['three hours fast', 3 * HOUR, '@long'],
    ['two years slow', -2 * YEAR, '@long'],
    ['five years fast', 5 * YEAR, []],
  ] as const) {
    const title = `that is ${how}, a person signs in, stays signed in, and is renewed at half an hour`;
    test(title, { tag: [tag].flat() }, async ({ visitor }) => {
      const page = await visitor();
      await page.clock.install({ time: Date.now() + off });
      const renewals = countRenewals(page);
      await page.goto('/referrals');
      await signIn(page, 'referrer2');
      await expect(page.getByRole('button', { name: 'Account:' })).toBeVisible();
      expect(renewals()).toBe(1);
      await expectRecent(page);
      await page.reload();
      await expect(page.getByRole('button', { name: 'Account:' })).toBeVisible();
      await pass(page, 5);
      expect(renewals()).toBe(1);
      await page.clock.fastForward(26 * MINUTE);
      await expect.poll(renewals).toBe(2);
      await settled(page);
      await pass(page, 5);
      expect(renewals()).toBe(2);
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
    });
  }

  for (const [how, jump] of [
    ['set forward by five hours', 5 * HOUR],
    ['set back by five hours', -5 * HOUR],
  ] as const) {
    test(`and ${how}, a person who is signed in stays so, also after a reload`, async ({ visitor }) => {
      const page = await visitor();
      await page.clock.install();
      const renewals = countRenewals(page);
      await page.goto('/referrals');
      await signIn(page, 'referrer2');
      await expect(page.getByRole('button', { name: 'Account:' })).toBeVisible();
      // Nothing on the screen says that the page watches over its session by now: a renewal does, and that the page has read the life of the new token.
      await page.clock.fastForward(31 * MINUTE);
      await expect.poll(renewals).toBe(2);
      await settled(page);
      await page.clock.setSystemTime(Date.now() + jump);
      await page.clock.fastForward(MINUTE);
      // Set forward, it looks like a sleep, after which the token is renewed.
      await expect.poll(renewals).toBe(jump > 0 ? 3 : 2);
      await settled(page);
      await pass(page, 4);
      await page.reload();
      await expect(page.getByRole('button', { name: 'Account:' })).toBeVisible();
      await expect.poll(renewals).toBe(3);
      await settled(page);
      await pass(page, 5);
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
      expect(renewals()).toBe(3);
    });
  }
});

/** The newest referral is dated as one of these days, not as of another year. */
const expectRecent = (page: Page) =>
  expect
    .poll(() =>
      page
        .getByRole('cell')
        .locator('time')
        .first()
        .evaluate((time) => time.firstChild?.textContent),
    )
    .toMatch(/^(Today|Yesterday|[A-Z][a-z]{2} \d+,) \d\d:\d\d$/);

/** How often the provider has given the page tokens. When it was only asked, time that passes at once would end the attempt. */
function countRenewals(page: Page): () => number {
  let count = 0;
  page.on('response', (response) => {
    if (/\/v1\/token$/.test(response.url())) count += 1;
  });
  return () => count;
}

/** Lets some minutes go by, with the check of each. A renewal that is on its way comes back before the next one. */
async function pass(page: Page, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    await page.clock.fastForward(MINUTE);
    await settled(page);
  }
}

/** The provider's client asks in a frame, which it removes when the tokens are there. */
const settled = (page: Page) => expect(page.locator('iframe')).toHaveCount(0);
