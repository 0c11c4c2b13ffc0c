import { expect, type Locator, type Page } from '@playwright/test';

/** Presses `key` until an element with this name has the focus, and expects the focus to be visible. */
export async function pressUntilFocused(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    expect(await nameOfFocused(page)).toMatch(name);
  }).toPass({ intervals: [0], timeout: 60_000 });
  await expectVisibleFocus(page);
}

/** Whether the focused element is inside this one. */
export const hasFocus = (container: Locator): Promise<boolean> =>
  container.evaluate((element) => element.contains(document.activeElement));

/** Waits until a dialog or a list that opens has the focus: an earlier key press would go to the page behind it. */
export async function expectFocusInside(container: Locator): Promise<void> {
  await expect(container).toBeVisible();
  await expect.poll(() => hasFocus(container), 'what opened has the focus').toBe(true);
}

/** The name of the focused element; empty when it has no label, or nothing has the focus. */
export const nameOfFocused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement === document.body ? null : document.activeElement;
    const labels = element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null;
    return element?.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element?.textContent ?? '';
  });

/** Expects the focus to be visible: a ring of two pixels, or the border of a field. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  const ring = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return 'nothing has the focus';
      const field = element.closest('.MuiInputBase-root')?.querySelector('fieldset');
      const slider = element.closest('.MuiSlider-thumb');
      if (field) return `border ${getComputedStyle(field).borderTopWidth}`;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(slider ?? element);
      if (slider && boxShadow !== 'none') return 'border 2px';
      return outlineStyle === 'none' ? `no ring: ${element.outerHTML.slice(0, 200)}` : `border ${outlineWidth}`;
    });
  await expect.poll(ring).toBe('border 2px');
}
