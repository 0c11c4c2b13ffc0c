import { expect, type Page } from '@playwright/test';
import type { ReferralDetail, TaskQueue } from '@throughline/contracts';
import { aTask, openTask } from '../product/orders-and-tasks.js';
import { hasFocus } from '../product/focus.js';
import { expectLive } from '../product/live-line.js';
import { test } from '../product/people.js';
import type { PersonApi } from '../product/person-api.js';
import { openViews, saveView } from './saved-views.js';
import { expectWcag } from '../product/wcag.js';

/** Adds so many lines to an order of the demo. Returns the id of the task that they are in. */
async function aLongTask(api: PersonApi, count: number): Promise<string> {
  const { referralId } = await aTask(api);
  const added = Array.from({ length: count }, (_, nth) => ({
    itemCategory: 'Custom Item',
    item: `Part ${nth + 1}`,
    qty: 1,
  }));
  await api.post(`/items/update-referral-items/${referralId}`, { items: added, parentId: 0 });
  const longest = async () => {
    const { items: all } = await api.read<ReferralDetail>(`/referrals/referral/${referralId}`);
    const taskIds = Object.values(all)
      .flat()
      .flatMap(({ currentTask }) => currentTask?.id ?? []);
    const countOf = (taskId: string) => taskIds.filter((one) => one === taskId).length;
    const [taskId = ''] = taskIds.sort((one, other) => countOf(other) - countOf(one));
    return [taskId, countOf(taskId)] as const;
  };
  await expect.poll(async () => (await longest())[1]).toBeGreaterThanOrEqual(count);
  return (await longest())[0];
}

const outcomesOf = (page: Page) => page.getByRole('group', { name: 'What came of it' }).getByRole('button');

test('The items of a long task are chosen all or none, and its outcomes stay within reach', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const api = await apiAs('staff');
  const taskId = await aLongTask(api, 40);
  await page.goto(`/task/${taskId}`);
  await expectLive(page);
  const outcome = page.getByRole('region', { name: 'Outcome' });
  await outcome.getByRole('button', { name: 'Only for some items' }).click();
  const chosen = outcome.getByText(/^\d+ of \d+ chosen$/);
  await expect(chosen).toHaveText(/^(\d+) of \1 chosen$/);
  const first = await outcome.getByRole('checkbox').first().boundingBox();
  const button = await outcomesOf(page).first().boundingBox();
  expect(button!.y - first!.y).toBeLessThan(600);
  await outcome.getByRole('button', { name: 'Choose none' }).click();
  await expect(chosen).toHaveText(/^0 of \d+ chosen$/);
  await outcome.getByRole('checkbox').nth(1).check();
  await expect(chosen).toHaveText(/^1 of \d+ chosen$/);
  await outcome.getByRole('button', { name: 'Choose all' }).click();
  await expect(outcome.getByRole('checkbox', { name: 'Part 37' }).first()).toBeChecked();
  await expectWcag(page, '[aria-label="Outcome"]');
});

test('After an outcome the focus is on the page, and what was undone is folded', async ({ signedIn, apiAs }) => {
  const page = await signedIn('staff');
  const api = await apiAs('staff');
  const { taskId: first, referralId, task } = await aTask(api);
  let taskId = first;
  for (const _ of [1, 2]) {
    await page.goto(`/task/${taskId}`);
    await expectLive(page);
    await outcomesOf(page).first().press('Enter');
    await expect(outcomesOf(page)).toHaveCount(0);
    await expect.poll(() => hasFocus(page.locator('main'))).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    // The items are in a task of its own afterwards.
    await expect(page.getByText('Undone: the items are back in their task').last()).toBeVisible();
    taskId = await openTask(api, referralId, task);
  }
  const recorded = page.getByRole('region', { name: 'Recorded' });
  const fold = recorded.getByRole('button', { name: /^Show \d+ undone outcomes$/ });
  await expect(fold).toBeVisible();
  await expect(recorded.getByText('· undone')).toHaveCount(0);
  await fold.click();
  expect(await recorded.getByText('· undone').count()).toBeGreaterThanOrEqual(2);
  await recorded.getByRole('button', { name: /^Hide \d+ undone outcomes$/ }).click();
  await expect(recorded.getByText('· undone')).toHaveCount(0);
});

test('The first task of the queue is three stops of Tab away', async ({ signedIn }) => {
  const page = await signedIn('staff');
  await page.goto('/queue');
  const first = page.getByRole('row').nth(1).getByRole('link');
  await expect(first).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('button', { name: 'Skip to the tasks' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(first).toBeFocused();
});

test('On a phone the tables of administration have their headings for a screen reader', async ({ signedIn }) => {
  const page = await signedIn('admin');
  await page.setViewportSize({ width: 390, height: 844 });
  for (const tab of ['companies', 'carriers', 'note-templates']) {
    await page.goto(`/admin?tab=${tab}`);
    await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(1);
  }
});

test('A saved view gets another name', async ({ signedIn }) => {
  const page = await signedIn('staff2');
  await page.goto('/queue?state=NV');
  await saveView(page, 'Nevada');
  const panel = await openViews(page);
  await panel.getByRole('button', { name: 'Rename Nevada' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename Nevada' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Nevada');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('The silver state');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'View: The silver state' })).toBeVisible();
  await openViews(page);
  await expect(panel.getByRole('link', { name: 'Nevada' })).toHaveCount(0);
  await expectWcag(page, '[role="dialog"]');
});

test('An Enter in a search box counts as soon as it comes', async ({ signedIn, apiAs }) => {
  const page = await signedIn('admin');
  const { rows } = await (await apiAs('staff')).read<TaskQueue>('/tasks?tab=unassigned');
  const { referralId, memberLastName } = rows[0]!;
  // The page has no time to follow what is typed: both come in one task of its event loop.
  const typeAndEnter = (label: string, text: string) =>
    page.getByRole('searchbox', { name: label }).evaluate((field, value) => {
      const input = field as HTMLInputElement;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value);
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      const isPassedOn = input.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
      );
      // As a browser does for Enter: not if the button is disabled.
      const button = input.form?.querySelector<HTMLButtonElement>('[type="submit"]');
      if (isPassedOn && input.form && !button?.disabled) input.form.requestSubmit();
    }, text);
  await page.goto('/audit');
  await typeAndEnter('ID, member or referrer', referralId);
  await expect(page).toHaveURL(`/audit/${referralId}`);
  for (const [address, label] of [
    ['/audit', 'ID, member or referrer'],
    ['/queue', 'Search the queue by member or referral ID'],
    ['/referrals', 'Search referrals'],
  ] as const) {
    await page.goto(address);
    await typeAndEnter(label, memberLastName);
    await expect(page).toHaveURL(new RegExp(`search=${memberLastName.slice(0, 3)}`), { timeout: 400 });
  }
});
