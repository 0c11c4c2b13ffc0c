import { expect, type Page } from '@playwright/test';
import type { TaskQueue, TaskQueueRow } from '@throughline/contracts';
import { inDays, labelOf, NO_HOLD } from '../product/orders-and-tasks.js';
import { expectLive } from '../product/live-line.js';
import { test } from '../product/people.js';
import { expectWcag } from '../product/wcag.js';

/** Those that no other row has the same name as. */
const toldApart = (rows: readonly TaskQueueRow[]) =>
  rows.filter((row) => rows.filter((other) => labelOf(other) === labelOf(row)).length === 1);
const choose = (page: Page, row: TaskQueueRow) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `Actions for ${labelOf(row)}`, exact: true }) })
    .getByRole('checkbox')
    .check();

const ALL_THE_SAME = 'Assign all the same';

/** Presses the button of the dialog in the moment in which it gets this label, as a person who meant the label before it. */
const pressWhenItBecomes = (page: Page, label: string) =>
  page.evaluate((wanted) => {
    const press = () => {
      const submit = document.querySelector<HTMLButtonElement>('[role="dialog"] button[type="submit"]');
      if (submit?.textContent !== wanted) return;
      observer.disconnect();
      submit.click();
    };
    const observer = new MutationObserver(press);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  }, label);

test('Of several tasks that are assigned each that a colleague has put on hold is named, while the dialog is open and after', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const api = await apiAs('staff2');
  const { rows } = await api.read<TaskQueue>('/tasks?tab=unassigned');
  const [held, free] = toldApart(rows) as [TaskQueueRow, TaskQueueRow];
  await page.goto('/queue?tab=unassigned');
  await expectLive(page);
  for (const row of [held, free]) await choose(page, row);
  await page.getByRole('group', { name: 'Selected tasks' }).getByRole('button', { name: 'Assign…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign 2 tasks' });
  await expect(dialog).toBeVisible();
  await api.post(`/tasks/${held.taskId}/hold`, { until: inDays(9), reason: 'In hospital', seen: NO_HOLD });
  const said = new RegExp(`${held.task} of .*${held.memberLastName}.*: nobody, on hold until .* \\(In hospital\\)`);
  await expect(dialog.getByRole('status').first()).toContainText(said);
  await expect(dialog.getByRole('status').first()).toContainText('Minh Tran changed this, ');

  await dialog.getByRole('combobox', { name: 'Assign to' }).selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  const refusal = dialog.getByRole('alert').filter({ hasText: 'Not all tasks were assigned' });
  await expect(refusal).toContainText('1 of 2 tasks was not assigned. Press “Assign all the same” to assign it.');
  await expect(refusal).not.toContainText('Nothing was saved');
  const became = dialog.getByRole('listitem');
  await expect(became.filter({ hasText: labelOf(free) })).toHaveText(/: assigned to .*\.$/);
  await expect(became.filter({ hasText: labelOf(held) })).toHaveText(
    /: Minh Tran put this task on hold on .* “In hospital”/,
  );
  await expectWcag(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: ALL_THE_SAME }).click();
  await expect(dialog).toHaveCount(0);
});

test('Of several tasks each that cannot be assigned any more is named with why, until the dialog is closed', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const api = await apiAs('staff2');
  const { rows } = await api.read<TaskQueue>('/tasks?tab=unassigned');
  const [over, free] = toldApart(rows).filter(({ items }) => items.length === 1) as [TaskQueueRow, TaskQueueRow];
  await page.goto('/queue?tab=unassigned');
  await expectLive(page);
  for (const row of [over, free]) await choose(page, row);
  await page.getByRole('group', { name: 'Selected tasks' }).getByRole('button', { name: 'Assign…' }).click();
  await page.getByRole('combobox', { name: 'Assign to' }).selectOption({ index: 1 });
  const dialog = page.getByRole('dialog', { name: 'Assign 2 tasks' });
  const itemIds = over.items.map(({ id }) => id);
  await api.post(`/tasks/${over.taskId}/stop`, { itemIds, reason: 'Asked twice' });
  await expect(dialog.getByRole('status').first()).toContainText('Minh Tran changed this, ');
  await expect(dialog.getByRole('status').first()).toContainText(`${labelOf(over)}: stopped, nobody`);
  await expect(page.locator(`tr:has([href="/task/${over.taskId}"])`)).toContainText('Stopped');
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: labelOf(over) })).toContainText('Minh Tran');
  await expect(dialog.getByRole('button', { name: 'Assign', exact: true })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
});

test('Of tasks that were assigned without an answer each that a colleague has taken since is named, and assigned all the same', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const api = await apiAs('staff2');
  const { rows } = await api.read<TaskQueue>('/tasks?tab=unassigned');
  const [taken, kept] = toldApart(rows) as [TaskQueueRow, TaskQueueRow];
  const people = await api.read<readonly { userId: string; name: string }[]>('/tasks/assignees');
  const userIdOf = (wanted: string) => people.find(({ name }) => name === wanted)!.userId;
  await page.goto('/queue?tab=unassigned');
  await expectLive(page);
  for (const row of [taken, kept]) await choose(page, row);
  await page.getByRole('group', { name: 'Selected tasks' }).getByRole('button', { name: 'Assign…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign 2 tasks' });
  await dialog.getByRole('combobox', { name: 'Assign to' }).selectOption(userIdOf('Priya Nair'));
  await page.route('**/api/tasks/assign', async (route) => {
    await route.fetch();
    return route.abort();
  });
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('This may not have been done');
  await api.post(`/tasks/${taken.taskId}/assign`, { userId: userIdOf('Minh Tran') });
  await pressWhenItBecomes(page, ALL_THE_SAME);
  // The page asks about it as soon as the server is heard of again.
  await page.unroute('**/api/tasks/assign');
  await expect(page.getByText(`1 task assigned to Priya Nair: ${labelOf(kept)}`).last()).toBeVisible();
  await expect(dialog.getByRole('alert')).toContainText('Not all tasks were assigned');
  const became = dialog.getByRole('listitem');
  await expect(became.filter({ hasText: labelOf(kept) })).toHaveText(/: assigned to Priya Nair\.$/);
  await expect(became.filter({ hasText: labelOf(taken) })).toHaveText(
    /: You did this on .* Minh Tran .*\. It is assigned to Minh Tran now\.$/,
  );
  await expect(dialog.getByRole('status')).toBeEmpty();
  await expectWcag(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: ALL_THE_SAME }).click();
  await expect(page.getByText(`1 task assigned to Priya Nair: ${labelOf(taken)}`)).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
