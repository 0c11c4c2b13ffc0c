import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { isLongRun } from '../../scripts/suites/long-run.mjs';

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/**
 * Not rules of WCAG, or not yet: no heading level is skipped, everything is within a landmark, as screen reader users move by both, and the
 * name of a control has the words that it shows, as somebody says them who speaks to the browser.
 */
const BEYOND = {
  'heading-order': { enabled: true },
  region: { enabled: true },
  'label-content-name-mismatch': { enabled: true },
};
/** The rules of `WCAG_2_2_AA` that depend on the colour scheme. The scheme changes nothing but colours. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];
const softly = expect.configure({ soft: true, timeout: 5_000 });
const WIDTHS = [1280, 390] as const;
const SCHEMES = ['light', 'dark'] as const;
/**
 * The short run tries one half of what is checked as the first, the other half as the second. A fault that needs another pair of width and scheme
 * is found by the long run.
 */
const SHORT_RUN = ['1280 px, light', '390 px, dark'] as const;
/** The smallest width that WCAG 1.4.10 requires, in CSS pixels. */
const NARROWEST = 320;

/**
 * Expects nothing that WCAG 2.2 AA forbids and no heading level left out, either wide and light or narrow and dark (in the long run each width with
 * each scheme), and no scrolling sideways at 320 px. `within` (a selector) limits the check to a part of the page. The page is left at 1280 px, light.
 */
export async function expectWcag(page: Page, within?: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const tried = pairOfShortRun();
  for (const width of WIDTHS) {
    for (const colorScheme of SCHEMES) {
      const how = `${width} px, ${colorScheme}`;
      if (!isLongRun() && how !== tried) continue;
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-scheme', colorScheme);
      // During a transition a colour is between its two values.
      await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
      await expectNoViolations(page, how, within, !isLongRun() || colorScheme === SCHEMES[0]);
    }
  }
  await expectToFitNarrowest(page, within);
  await page.setViewportSize({ width: WIDTHS[0], height: 900 });
  await page.emulateMedia({ colorScheme: SCHEMES[0] });
}

const checksOf = new WeakMap<object, number>();
/** Alternates from check to check of one test, and begins by the name of the test, so that it is the same in every run. */
function pairOfShortRun(): (typeof SHORT_RUN)[number] {
  const running = test.info();
  const nth = checksOf.get(running) ?? 0;
  checksOf.set(running, nth + 1);
  return SHORT_RUN[((running.title.length + nth) % 2) as 0 | 1];
}

/** What another language can break: names of what is on the page, and words that do not fit, which are found where it is narrow. */
export async function expectWcagOfWords(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of isLongRun() ? WIDTHS : [WIDTHS[1]]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoViolations(page, `${width} px`, undefined, true);
  }
  await expectToFitNarrowest(page);
  await page.setViewportSize({ width: WIDTHS[0], height: 900 });
}

/** The same for a page that the server renders, which has neither motion nor a scheme that is set by script. */
export async function expectWcagWithoutConsole(page: Page): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await expectNoViolations(page, colorScheme, undefined, colorScheme === SCHEMES[0]);
  }
  await expectToFitNarrowest(page);
  await page.setViewportSize({ width: WIDTHS[0], height: 900 });
  await page.emulateMedia({ colorScheme: SCHEMES[0] });
}

async function expectNoViolations(
  page: Page,
  how: string,
  within: string | undefined,
  ofAllRules: boolean,
): Promise<void> {
  // Half a megabyte, which the builder would load twice for each run.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  // An open list belongs to its field or button, which is in a landmark.
  const isListOpen = await page.getByRole('listbox').or(page.getByRole('menu')).first().isVisible();
  const rules = { ...BEYOND, ...(isListOpen && { region: { enabled: false } }) };
  // Legacy mode runs axe in the page itself. Otherwise it opens another page for each result, which only frames of other origins need.
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: ';' }) })
    .setLegacyMode()
    .options({ ...(ofAllRules && { rules }), resultTypes: ['violations'] });
  if (ofAllRules) axe.withTags(WCAG_2_2_AA);
  else axe.withRules(ABOUT_COLOURS);
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect.soft(found, `${within ?? page.url()}, ${how}`).toEqual([]);
}

async function expectToFitNarrowest(page: Page, within?: string): Promise<void> {
  await page.setViewportSize({ width: NARROWEST, height: 900 });
  // Scripts lay out parts of the page again, a moment after the window has its new width.
  const hidden = () => page.locator(within ?? 'html').evaluate((element) => element.scrollWidth - element.clientWidth);
  await softly
    .poll(hidden, `${within ?? page.url()}, ${NARROWEST} px: pixels to scroll sideways`)
    .toBeLessThanOrEqual(0);
}
