import { expect, type Locator, type Page } from '@playwright/test';
import { hasFocus, expectFocusInside } from '../product/focus.js';
import { expectWcag } from '../product/wcag.js';

interface DialogUnderTest {
  /** Its accessible name. */
  readonly name: string | RegExp;
  /** Opens the dialog by Enter, unless `open` is given, and gets the focus back. */
  readonly opener: Locator;
  readonly open?: () => Promise<void>;
  /** Types or chooses something that closing would lose. */
  readonly fill?: (dialog: Locator) => Promise<void>;
}

/**
 * Expects what every dialog must do (docs/promises.md 2.8, 2.11), by keyboard alone: it has a name, traps the focus, breaks no rule of WCAG,
 * asks before typed text is lost, closes by Escape and returns the focus to what opened it.
 */
export async function expectDialogBehaviour(page: Page, { name, opener, open, fill }: DialogUnderTest): Promise<void> {
  const press = (key: string) => page.keyboard.press(key);
  await (open ?? (() => opener.press('Enter')))();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  await expectFocusTrapped(page, dialog);
  await expectWcag(page, '[role="dialog"]');
  if (fill) {
    await fill(dialog);
    await press('Escape');
    await expect(dialog.getByRole('alert')).toContainText('What you typed is lost');
    await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await press('Escape');
    await expect(dialog.getByRole('alert')).toBeHidden();
    await expect.poll(() => hasFocus(dialog), 'the focus is back in the form').toBe(true);
    await press('Escape');
    await dialog.getByRole('button', { name: 'Discard' }).press('Enter');
  } else {
    await press('Escape');
  }
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
}

/** Waits for the dialog to have the focus, and expects Tab to stay inside it, forwards and backwards. */
export async function expectFocusTrapped(page: Page, dialog: Locator): Promise<void> {
  await expectFocusInside(dialog);
  const able = dialog.locator('button:enabled, a[href], input:enabled, select, textarea:enabled');
  await expect(able).not.toHaveCount(0);
  const stops = await able.count();
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let stop = 0; stop <= stops; stop += 1) {
      await page.keyboard.press(key);
      expect(await hasFocus(dialog), `${key} stays inside`).toBe(true);
    }
  }
}
