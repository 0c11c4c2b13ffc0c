import { expect, type Page } from '@playwright/test';
import { test } from '../product/people.js';
import { nameView, openViews, saveView } from './saved-views.js';

const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });

/** Narrows the queue to one value. */
async function filter(page: Page, name: string, value: RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Filters/ }).click();
  const panel = page.getByRole('dialog', { name: 'Filters' });
  await panel.getByRole('button', { name, exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: value }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await panel.getByRole('button', { name: 'Done' }).click();
  await expect(panel).toBeHidden();
}

/** What the address says, in whatever order. */
const settings = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const links = (page: Page) => rows(page).evaluateAll((all) => all.map((row) => row.querySelector('a')?.href));

test('A view of the queue is saved by name, restores its rows in another browser, and can be deleted with Undo', async ({
  signedIn,
}) => {
  const page = await signedIn('staff2');
  await page.goto('/queue');
  await filter(page, 'State', /^TX/);
  await filter(page, 'Task', /^Patient Contact 1st$/);
  const chosen = { state: 'TX', task: 'Patient Contact 1st' };
  await expect.poll(() => settings(page)).toEqual(chosen);
  await expect(rows(page).filter({ hasNotText: 'Patient Contact 1st' })).toHaveCount(0);
  await expect(rows(page).filter({ hasNotText: '· TX' })).toHaveCount(0);
  await expect(rows(page)).not.toHaveCount(0);
  const shown = await links(page);
  await saveView(page, 'First calls, Texas');

  const elsewhere = await signedIn('staff2');
  await elsewhere.goto('/queue?tab=completed');
  await elsewhere.reload();
  const panel = await openViews(elsewhere);
  await panel.getByRole('link', { name: 'First calls, Texas' }).press('Enter');
  await expect(panel).toBeHidden();
  await expect(elsewhere.getByRole('button', { name: 'View: First calls, Texas' })).toBeFocused();
  expect(settings(elsewhere)).toEqual(chosen);
  await expect.poll(() => links(elsewhere)).toEqual(shown);
  await elsewhere.goBack();
  await expect(elsewhere.getByRole('tab', { name: 'Completed' })).toHaveAttribute('aria-selected', 'true');
  await expect(elsewhere.getByRole('button', { name: 'Views' })).toBeVisible();

  await openViews(elsewhere);
  await panel.getByRole('button', { name: 'Remove First calls, Texas' }).click();
  const undo = panel.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  await undo.press('Enter');
  await expect(panel.getByRole('link', { name: 'First calls, Texas' })).toBeFocused();
  await panel.getByRole('button', { name: 'Remove First calls, Texas' }).click();
  await expect(undo).toBeFocused();
  await elsewhere.reload();
  await expect((await openViews(elsewhere)).getByRole('button', { name: 'Save this view…' })).toBeVisible();
  await expect(panel.getByRole('link', { name: 'First calls, Texas' })).toHaveCount(0);
});

test('A view of the referrals needs a name, replaces a view of that name, and belongs to one person', async ({
  signedIn,
}) => {
  const page = await signedIn('referrer');
  await page.goto('/referrals?status=Shipped');
  const dialog = await nameView(page);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Name is required.')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.type('On the way');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'View: On the way' })).toBeFocused();

  await page.goto('/referrals?status=Shipped,Delivered');
  await nameView(page);
  await page.keyboard.type('on the way');
  await expect(dialog.getByText('Replaces your view On the way.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'View: on the way' })).toBeVisible();
  await expect((await openViews(page)).getByRole('listitem')).toHaveCount(1);

  const other = await signedIn('referrer2');
  await other.goto('/referrals');
  await expect((await openViews(other)).getByText('No views yet')).toBeVisible();
});

for (const [person, screen, tag] of [
  ['referrer2', '/referrals', []],
  ['staff', '/queue', '@long'],
] as const) {
  const title = `A view of ${screen} that was saved in another window meanwhile is replaced only once the person knows it`;
  test(title, { tag: [tag].flat() }, async ({ signedIn }) => {
    const [first, second] = [await signedIn(person), await signedIn(person)];
    await first.goto(`${screen}?state=AZ`);
    await second.goto(`${screen}?state=TX`);
    const dialog = await nameView(second);
    await saveView(first, 'Of this morning');
    await second.keyboard.type('of this morning');
    await second.keyboard.press('Enter');
    await expect(dialog.getByText('You have saved another view of this name meanwhile.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await expect(dialog).toBeHidden();
    await expect(second.getByRole('button', { name: 'View: of this morning' })).toBeVisible();
    await expect((await openViews(second)).getByRole('listitem')).toHaveCount(1);
  });
}
