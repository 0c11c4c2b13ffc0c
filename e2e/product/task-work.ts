import { expect, type Locator, type Page } from '@playwright/test';

/** Opens the task's page of the items that are in it, from the referral's page. */
export async function openTask(page: Page, referralId: string, task: string): Promise<void> {
  await page.goto(`/referral/${referralId}`);
  await page
    .getByRole('region', { name: new RegExp(`^${task},`) })
    .getByRole('link', { name: 'Open task' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: task })).toBeVisible();
}

/** Records what came of the task whose page is open, for all of its items. */
export async function recordOutcome(
  page: Page,
  outcome: string,
  told: { readonly orderId?: string } = {},
): Promise<void> {
  const outcomes = page.getByRole('group', { name: 'What came of it' });
  if (told.orderId !== undefined) await page.getByRole('textbox', { name: 'Order ID' }).fill(told.orderId);
  await outcomes.getByRole('button', { name: new RegExp(`^${outcome}`) }).click();
  await expect(outcomes).toBeHidden();
}

/** Moves some items of the task whose page is open to another task than an outcome gives. */
export async function moveItems(page: Page, items: readonly string[], to: string): Promise<void> {
  await page.getByRole('button', { name: 'Another task…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Move items/ });
  await chooseItems(dialog, items);
  await dialog.getByRole('combobox', { name: /^Next task/ }).selectOption(to);
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('As agreed with the payor');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(dialog).toBeHidden();
}

/** Stops an item of the task whose page is open. */
export async function stopItem(page: Page, item: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: 'Stop items…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Stop items/ });
  await chooseItems(dialog, [item]);
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill(reason);
  await dialog.getByRole('button', { name: /^Stop/ }).click();
  await expect(dialog).toBeHidden();
}

/** Takes the stopped items up again, on the page of any task of their referral. */
export async function takeUpAgain(page: Page, reason: string): Promise<void> {
  await page.getByRole('button', { name: 'Take up again…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take stopped items up again' });
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill(reason);
  await dialog.getByRole('button', { name: 'Take up again' }).click();
  await expect(dialog).toBeHidden();
}

async function chooseItems(dialog: Locator, items: readonly string[]): Promise<void> {
  await expect(dialog.getByRole('checkbox').first()).toBeVisible();
  for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck();
  for (const item of items) await dialog.getByRole('checkbox', { name: item }).check();
}
