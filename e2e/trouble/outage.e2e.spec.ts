import { expect } from '@playwright/test';
import type { TaskQueue } from '@throughline/contracts';
import { expectLive } from '../product/live-line.js';
import { test } from '../product/people.js';
import { expectWcag } from '../product/wcag.js';

/** Within this time a button says that there is no answer yet, whatever the network does. */
const SAID_WITHIN_MS = 5_000;

test('A search without a network is read by itself once the connection is back', async ({ signedIn, apiAs }) => {
  const page = await signedIn('staff');
  const { rows } = await (await apiAs('staff')).read<TaskQueue>('/tasks?tab=unassigned');
  const name = rows[0]!.memberLastName;
  await page.goto('/queue?tab=unassigned');
  await expectLive(page);
  await page.context().setOffline(true);
  await page.getByRole('searchbox', { name: /^Search the queue/ }).fill(name);
  await expect(page.getByText('Failed to load the queue')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('row').filter({ hasText: name }).first()).toBeVisible();
  await expect(page.getByText('Failed to load the queue')).toHaveCount(0);
  await expect(page.getByText('could not be reached')).toHaveCount(0);
});

test('A server that does not answer is said on the page and in a dialog, which can be closed, and says later what became of it', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const api = await apiAs('staff2');
  const { rows } = await api.read<TaskQueue>('/tasks?tab=unassigned');
  const { taskId, task } = rows[0]!;
  await page.goto(`/task/${taskId}`);
  await expectLive(page);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/tasks/assign', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Assign…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign task' });
  await dialog.getByRole('combobox', { name: 'Assign to' }).selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(page.getByText('We cannot reach Throughline')).toBeVisible({ timeout: SAID_WITHIN_MS });
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alert')).toContainText('This was sent and has no answer yet.');
  await expectWcag(page, '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  answer();
  await expect(page.getByText(new RegExp(`1 task assigned to .*${task}`)).last()).toBeVisible();
  await expect(page.getByText('We cannot reach Throughline')).toHaveCount(0);
});

test('A visitor whose Login gets no code from a silent server is told so, until the code arrives', async ({
  visitor,
}) => {
  const page = await visitor();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Loading…')).toBeVisible();
  await expect(page.getByText('We cannot reach Throughline')).toBeVisible({ timeout: SAID_WITHIN_MS });
  answer();
  await expect(page.getByRole('dialog', { name: 'Sign In' }).getByLabel('Username')).toBeFocused();
  await expect(page.getByText('We cannot reach Throughline')).toHaveCount(0);
});
