import { expect } from '@playwright/test';
import type { TaskQueue } from '@throughline/contracts';
import { aTask } from '../product/orders-and-tasks.js';
import { expectLive } from '../product/live-line.js';
import { test } from '../product/people.js';
import { runningProduct } from '../product/product.js';
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
  await page.getByRole('tab', { name: /^Overdue/ }).click();
  await expect(page.getByText('Failed to load the queue')).toBeVisible();
  await page.getByRole('tab', { name: /^Unassigned/ }).click();
  await page.context().setOffline(false);
  await expect(page.getByRole('row').filter({ hasText: name }).first()).toBeVisible();
  await expect(page.getByText('Failed to load the queue')).toHaveCount(0);
  await expect(page.getByText('could not be reached')).toHaveCount(0);
});

test('While a server does not answer, the queue says that its tasks are those of the tab before', async ({
  signedIn,
}) => {
  const page = await signedIn('staff');
  await page.goto('/queue?tab=unassigned');
  await expectLive(page);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/api\/tasks\?/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('tab', { name: /^Mine/ }).click();
  const earlier = page.getByText('The tasks below are the earlier ones.');
  await expect(earlier).toBeVisible();
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  answer();
  await expect(earlier).toHaveCount(0);
  await expect(page.getByRole('tab', { name: /^Mine/ })).toHaveAttribute('aria-selected', 'true');
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
  await expect(page.getByText('We cannot reach Throughline')).toBeVisible();
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

test('A visitor whose Login gets no code from a silent server reads so, until the code arrives', async ({
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

test('While the worker hangs, every page says that changes reach it late, also one that is opened meanwhile', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const colleague = await apiAs('staff2');
  const { taskId } = await aTask(colleague);
  await page.goto('/queue');
  await expectLive(page);
  const late = page.getByText('Changes reach this page late');
  const { pid } = (await runningProduct()).apps.worker;
  process.kill(pid!, 'SIGSTOP');
  try {
    await colleague.post(`/tasks/${taskId}/claim`);
    await expect(late).toBeVisible();
    await page.goto(`/task/${taskId}`);
    await expect(late).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button', { name: /^Partly live/ })).toBeVisible();
  } finally {
    process.kill(pid!, 'SIGCONT');
  }
  await expect(late).toHaveCount(0);
  await expectLive(page);
});

test('What was saved while the worker hangs is said to be on its way, and not to have failed', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const { taskId, referralId } = await aTask(await apiAs('staff2'));
  const way = page.getByText('was saved and is on its way to this page');
  const { pid } = (await runningProduct()).apps.worker;
  const whileItHangs = async (act: () => Promise<void>) => {
    process.kill(pid!, 'SIGSTOP');
    try {
      await act();
      await expect(way).toBeVisible();
      await expect(page.getByRole('banner').getByRole('button', { name: /^Partly live/ })).toBeVisible();
      // As long as it takes: each read waits for two seconds, and is repeated.
      for (let repeated = 0; repeated < 4; repeated++)
        await page.waitForResponse((answer) => answer.status() === 503 && answer.url().includes(referralId));
      await expect(page.getByText(/Failed to/)).toHaveCount(0);
      await expect(way).toBeVisible();
    } finally {
      process.kill(pid!, 'SIGCONT');
    }
    await expect(way).toHaveCount(0);
    await expectLive(page);
  };
  const text = `Saved ${Date.now().toString(36)}`;
  await page.goto(`/referral/${referralId}?tab=notes`);
  await expectLive(page);
  await whileItHangs(async () => {
    await page.getByRole('button', { name: 'New External Note' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Note' }).pressSequentially(text);
    await dialog.getByRole('button', { name: 'Add note', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.locator('.MuiAlert-root').filter({ hasText: 'Note added' })).toBeVisible();
  });
  await expect(page.getByRole('article').filter({ hasText: text })).toBeVisible();
  await page.goto(`/task/${taskId}`);
  await expectLive(page);
  await whileItHangs(async () => {
    await page.getByRole('button', { name: 'Claim', exact: true }).click();
    await expect(page.locator('.MuiAlert-root').filter({ hasText: 'is yours' })).toBeVisible();
  });
  await page.getByRole('button', { name: 'Release', exact: true }).click();
});

test('A new note whose answer was lost is said to be saved once the server is heard of again, and is not called unsent', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const { referralId } = await aTask(await apiAs('staff2'));
  const text = `Answer lost ${Date.now().toString(36)}`;
  await page.goto(`/referral/${referralId}?tab=notes`);
  await expectLive(page);
  await page.getByRole('button', { name: 'New External Note' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Note' }).pressSequentially(text);
  let isAway = true;
  await page.route('**/api/**', async (route) => {
    if (!isAway) return route.continue();
    if (route.request().url().endsWith('/api/notes/create')) await route.fetch();
    return route.abort();
  });
  await dialog.getByRole('button', { name: 'Add note', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('This may not have been done');
  await page.keyboard.press('Escape');
  await expect(dialog.getByText(/may (be|have been) done/)).toBeVisible();
  await expect(dialog.getByText('Close without sending?')).toHaveCount(0);
  await expectWcag(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Keep open' }).click();
  isAway = false;
  // The live connection was there all the time. The page asks for announcements, as often as it does.
  await expect(page.locator('.MuiAlert-root').filter({ hasText: 'Note added' })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('article').filter({ hasText: text })).toHaveCount(1);
});

test('A part that is loaded on demand and gets no answer says so, and can be left', async ({ signedIn, apiAs }) => {
  const page = await signedIn('staff');
  const { taskId } = await aTask(await apiAs('staff2'));
  await page.goto(`/task/${taskId}`);
  await expectLive(page);
  await page.waitForLoadState('networkidle');
  const held: (() => Promise<void>)[] = [];
  await page.route(/\.js$/, (route) => void held.push(() => route.continue()));
  await page.route('**/api/tasks/*/claim', () => undefined);
  const stop = page.getByRole('button', { name: 'Stop items…' });
  await stop.click();
  const late = page.getByRole('status').filter({ hasText: 'This is not answering yet.' });
  await expect(late).toBeVisible({ timeout: SAID_WITHIN_MS });
  await expectWcag(page);
  await late.getByRole('button', { name: 'Cancel' }).click();
  await expect(late).toBeHidden();
  await page.getByRole('button', { name: 'Claim', exact: true }).click();
  await expect(
    page.locator('.MuiAlert-root').filter({ hasText: /^Claim .*: There was no answer within/ }),
  ).toBeVisible();
  await page.unroute(/\.js$/);
  await Promise.all(held.map((go) => go()));
  await stop.click();
  await expect(page.getByRole('dialog', { name: 'Stop items' })).toBeVisible();
});
