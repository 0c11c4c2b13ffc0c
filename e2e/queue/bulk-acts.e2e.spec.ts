import { expect, type Locator, type Page } from '@playwright/test';
import type { TaskQueue, TaskQueueRow } from '@throughline/contracts';
import { labelOf } from '../product/orders-and-tasks.js';
import { expectLive, LiveLine } from '../product/live-line.js';
import { test } from '../product/people.js';
import type { PersonApi } from '../product/person-api.js';
import { expectWcag } from '../product/wcag.js';

const selected = (page: Page) => page.getByRole('group', { name: 'Selected tasks' });
const rowOf = (page: Page, { taskId }: TaskQueueRow) =>
  page.getByRole('row').filter({ has: page.locator(`[href="/task/${taskId}"]`) });
const choose = (page: Page, row: TaskQueueRow) => rowOf(page, row).getByRole('checkbox').check();
const chooseSomebody = async (dialog: Locator) =>
  dialog.getByRole('combobox', { name: 'Assign to' }).selectOption({ index: 1 });

/** Tasks of the first page of the queue, each with a label of its own. */
async function tasksOf({ read }: PersonApi, count: number): Promise<TaskQueueRow[]> {
  const { rows } = await read<TaskQueue>('/tasks?tab=unassigned');
  const apart = rows.filter((row) => rows.filter((other) => labelOf(other) === labelOf(row)).length === 1);
  return apart.slice(0, count);
}

test('A task that a colleague claims after it was chosen is not assigned with the others, but listed with why, and stays chosen', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const api = await apiAs('staff2');
  const rows = await tasksOf(api, 3);
  const [taken, stopped, free] = rows as [TaskQueueRow, TaskQueueRow, TaskQueueRow];
  await page.goto('/queue?tab=unassigned');
  await expectLive(page);
  for (const row of rows) await choose(page, row);
  await api.post(`/tasks/${taken.taskId}/claim`, {});
  await api.post(`/tasks/${stopped.taskId}/stop`, {
    itemIds: stopped.items.map(({ id }) => id),
    reason: 'Asked twice',
  });
  await expect(rowOf(page, taken)).toContainText('Taken by Minh Tran');
  await selected(page).getByRole('button', { name: 'Assign…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign 3 tasks' });
  await expect(dialog).toContainText('1 task of these is held by somebody: Minh Tran (1).');
  await expect(dialog.getByRole('status').first()).toContainText(`${labelOf(taken)}: Minh Tran`);
  await chooseSomebody(dialog);
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('2 of 3 tasks were not assigned.');
  const became = dialog.getByRole('listitem');
  await expect(became.filter({ hasText: labelOf(free) })).toHaveText(/: assigned to .*\.$/);
  await expect(became.filter({ hasText: labelOf(taken) })).toContainText('Minh Tran changed this on');
  await expect(became.filter({ hasText: labelOf(stopped) })).toContainText(
    'Minh Tran stopped the items of this task on',
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(selected(page)).toContainText('2 tasks chosen');
  await expect(rowOf(page, taken)).toContainText('Minh Tran');
  await expect(rowOf(page, taken).getByRole('checkbox')).toBeChecked();
});

for (const place of ['the queue', 'another page']) {
  test(`What was not assigned is listed with why also after the dialog was closed while it was being sent: on ${place}`, async ({
    signedIn,
    apiAs,
  }) => {
    const page = await signedIn('staff');
    const api = await apiAs('staff2');
    const rows = await tasksOf(api, 3);
    const [taken, ...free] = rows as [TaskQueueRow, TaskQueueRow, TaskQueueRow];
    await page.goto('/queue?tab=unassigned');
    await expectLive(page);
    for (const row of rows) await choose(page, row);
    await selected(page).getByRole('button', { name: 'Assign…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign 3 tasks' });
    await chooseSomebody(dialog);
    await expect(dialog.getByRole('combobox')).not.toHaveValue('');
    let send: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (send = resolve));
    await page.route('**/api/tasks/assign', async (route) => {
      await api.post(`/tasks/${taken.taskId}/claim`, {});
      const response = await route.fetch();
      await answered;
      await route.fulfill({ response });
    });
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog.getByRole('alert')).toContainText('This was sent and has no answer yet.');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    if (place === 'another page') {
      await page.getByRole('banner').getByRole('link', { name: 'Referrals' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Referrals' })).toBeVisible();
    }
    send();
    const toast = page.locator('.MuiAlert-root').filter({ hasText: '1 of 3 tasks was not assigned' });
    await toast.getByRole('button', { name: 'Show' }).click();
    const list = page.getByRole('dialog', { name: 'Not all tasks were assigned' });
    await expect(list.getByRole('listitem').first()).toContainText(`${labelOf(taken)}: Minh Tran changed this on`);
    for (const row of free)
      await expect(list.getByRole('listitem').filter({ hasText: labelOf(row) })).toHaveText(/: assigned/);
    await expectWcag(page, '[role="dialog"]');
    await list.getByRole('button', { name: 'Close' }).click();
    await expect(list).toBeHidden();
    if (place === 'another page') return;
    await expect(selected(page)).toContainText('1 task chosen');
    await expect(rowOf(page, taken).getByRole('checkbox')).toBeChecked();
  });
}

test('What a person assigns is no news to them while the answer is on its way, nor after it', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const rows = await tasksOf(await apiAs('staff2'), 3);
  await page.goto('/queue?tab=unassigned');
  await expectLive(page);
  const tab = page.getByRole('tab', { name: /^Unassigned \d/ });
  const counted = Number(/\d+/.exec((await tab.textContent()) ?? '')?.[0]);
  for (const row of rows) await choose(page, row);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/tasks/assign', async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  // Behind the dialog no element has a role.
  const rowBehind = ({ taskId }: TaskQueueRow) => page.locator(`tr:has([href="/task/${taskId}"])`);
  const before = await Promise.all(rows.map((row) => rowBehind(row).textContent()));
  await selected(page).getByRole('button', { name: 'Assign…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign 3 tasks' });
  await chooseSomebody(dialog);
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  for (const [n, row] of rows.entries()) await expect(rowBehind(row)).not.toHaveText(before[n]!);
  await expect(dialog.getByRole('status').filter({ hasText: '3 of 3 tasks assigned' })).toBeVisible();
  await expect(dialog, 'they are taken from nobody').not.toContainText('held by somebody');
  const news = page.locator('button', { hasText: 'Show updates' });
  await expect(news).toHaveCount(0);
  answer();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Remove what has left this list' })).toBeAttached();
  await expect(news).toHaveCount(0);
  // One total, although the rows stay.
  const total = counted - rows.length;
  await expect(tab).toHaveText(`Unassigned ${total}`);
  await expect(page.getByText(`${total} tasks`, { exact: true })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`of ${total} tasks`);
});

test('A claim whose answer was lost is said to be done once the queue shows it, and the others are not', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const rows = await tasksOf(await apiAs('staff2'), 3);
  await page.goto('/queue?tab=unassigned');
  await expectLive(page);
  for (const row of rows) await choose(page, row);
  await page.route('**/api/tasks/*/claim', async (route) => {
    await route.fetch();
    return route.abort();
  });
  await selected(page).getByRole('button', { name: 'Claim' }).click();
  const dialog = page.getByRole('dialog', { name: 'Not all tasks were claimed' });
  await expect(dialog).toContainText('2 of 3 tasks not claimed. What was not claimed stays chosen.');
  await expect(dialog.getByRole('listitem').filter({ hasText: /: claimed\.$/ })).toHaveCount(1);
  await expect(page.locator('.MuiAlert-message').filter({ hasText: '1 task claimed' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(selected(page)).toContainText('2 tasks chosen');
});

test('Claims that were refused, not answered and not sent are listed with why, stay chosen, and are sent again with their keys', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const line = await LiveLine.of(page);
  const api = await apiAs('staff2');
  const rows = await tasksOf(api, 4);
  const [taken, mine, lost, unsent] = rows as [TaskQueueRow, TaskQueueRow, TaskQueueRow, TaskQueueRow];
  await page.goto('/queue?tab=unassigned');
  await expectLive(page);
  for (const row of rows) await choose(page, row);
  await api.post(`/tasks/${taken.taskId}/claim`, {});
  const keys: (string | undefined)[] = [];
  // Until the page shows the task as it is now, the answer is all that would say what became of the claim.
  await line.cut();
  await page.route(new RegExp(`/api/tasks/${lost.taskId}(\\?|$)`), (route) => route.abort());
  await page.route(`**/api/tasks/${lost.taskId}/claim`, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    await route.fetch();
    return route.abort();
  });
  await selected(page).getByRole('button', { name: 'Claim' }).click();
  const dialog = page.getByRole('dialog', { name: 'Not all tasks were claimed' });
  await expect(dialog).toContainText(
    '2 of 4 tasks not claimed, 1 not known. What was not claimed, or is not known, stays chosen.',
  );
  const became = (row: TaskQueueRow) => dialog.getByRole('listitem').filter({ hasText: labelOf(row) });
  await expect(became(taken)).toContainText('Minh Tran has had this task since');
  await expect(became(mine)).toHaveText(/: claimed\.$/);
  await expect(became(lost)).toContainText(/: not known\. .*We do not know whether it was saved/);
  await expect(became(unsent)).toContainText('Not sent, because the server did not answer before.');
  await expectWcag(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(selected(page)).toContainText('3 tasks chosen');

  await page.unroute(`**/api/tasks/${lost.taskId}/claim`);
  page.on('request', (request) => {
    if (request.url().endsWith(`/${lost.taskId}/claim`)) keys.push(request.headers()['idempotency-key']);
  });
  await selected(page).getByRole('button', { name: 'Claim' }).click();
  await expect(dialog).toContainText('1 of 3 tasks not claimed.');
  expect(keys.length).toBeGreaterThan(3);
  expect(new Set(keys).size).toBe(1);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(selected(page)).toContainText('1 task chosen');
  await expect(rowOf(page, taken).getByRole('checkbox')).toBeChecked();
});

test('What was chosen stays chosen on the next page, and all tasks of all pages can be chosen', async ({
  signedIn,
}) => {
  const page = await signedIn('staff');
  await page.goto('/queue?tab=unassigned');
  await expectLive(page);
  const total = Number(/\d+/.exec((await page.getByRole('tab', { name: /^Unassigned/ }).textContent()) ?? '')?.[0]);
  expect(total).toBeGreaterThan(25);
  await page.getByRole('row').nth(2).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByText(`26–`)).toBeVisible();
  await expect(selected(page)).toContainText('1 task chosen, 1 of them not on this page');
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await expect(selected(page)).toContainText('2 tasks chosen, 1 of them not on this page');
  const all = total > 100 ? 'Choose the first 100' : `Choose all ${total}`;
  await selected(page).getByRole('button', { name: all }).click();
  await expect(selected(page)).toContainText(`${Math.min(total, 100)} tasks chosen`);
  await page.getByRole('tab', { name: /^Overdue/ }).click();
  await expect(selected(page)).toHaveCount(0);
});
