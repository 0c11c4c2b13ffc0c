import { expect, type Locator, type Page } from '@playwright/test';

/** Opens what is under the button of the views, on a screen that has them. */
export async function openViews(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Views?\b/ }).click();
  const panel = page.getByRole('dialog', { name: 'Views' });
  await expect(panel).toBeVisible();
  return panel;
}

/** Asks for a name of what is on screen. */
export async function nameView(page: Page): Promise<Locator> {
  await (await openViews(page)).getByRole('button', { name: 'Save this view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  return dialog;
}

/** Saves what is on screen under a name, with the keyboard. The focus is where it was. */
export async function saveView(page: Page, name: string): Promise<void> {
  const dialog = await nameView(page);
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: `View: ${name}` })).toBeFocused();
}
