import { expect, type Page } from '@playwright/test';

/** Presses `key` until what has the focus is called `name`, as somebody does who looks at the screen. */
export async function keyTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    expect(await nameOfFocused(page)).toMatch(name);
  }).toPass({ intervals: [0], timeout: 15_000 });
  await seesFocus(page);
}

/** How the focused element is called; empty when it has no label, or nothing has the focus. */
export const nameOfFocused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement === document.body ? null : document.activeElement;
    const labels = element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null;
    return element?.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element?.textContent ?? '';
  });

/** Is it seen where the focus stands? By a ring of two pixels; a field says it by its border. */
export async function seesFocus(page: Page): Promise<void> {
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
