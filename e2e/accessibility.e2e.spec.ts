import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { test } from './people.js';
import { SCREENS } from './screens.js';

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const WIDTHS = [1280, 390] as const;
const SCHEMES = ['light', 'dark'] as const;
/** The narrowest that WCAG 1.4.10 asks for, in CSS pixels. */
const NARROWEST = 320;

for (const screen of SCREENS) {
  test(`${screen.name}: nothing that WCAG 2.2 AA forbids, light and dark, wide and narrow`, async ({
    signedIn,
    visitor,
  }) => {
    const page = screen.person === null ? await visitor() : await signedIn(screen.person);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await screen.open(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        await expect(page.locator('html')).toHaveAttribute('data-scheme', colorScheme);
        // A colour that is on its way to another one would be judged half-way.
        await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
        const { violations } = await new AxeBuilder({ page }).withTags(WCAG_2_2_AA).analyze();
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
        expect.soft(found, `${width} px, ${colorScheme}`).toEqual([]);
      }
    }
    await page.setViewportSize({ width: NARROWEST, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROWEST);
  });
}
