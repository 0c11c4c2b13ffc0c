import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { TaskQueue } from '@throughline/contracts';
import { changeQueue } from './changing-queue.js';
import { expectLive } from '../product/live-line.js';
import { test } from '../product/people.js';
import { accessTokenOf } from '../product/person-api.js';
import { dataFolder, ROOT } from '../product/product.js';

const OPEN_TASKS = 2_000;
/** The number of referrals. Half of them have an open task. */
const REFERRALS = 4_300;
const MINUTES = Number(process.env['FIGURES_MINUTES'] ?? 20);

interface Held {
  readonly minute: number;
  /** The heap of JavaScript in MB, after a garbage collection. */
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** What a queue and a task hold in memory that stay open while a colleague changes 1,000 tasks a minute of 2,000. */
test('2,000 open tasks', async ({ signedIn, apiAs, baseURL }) => {
  test.setTimeout((MINUTES + 20) * 60_000);
  const api = await apiAs('staff');
  const openTasks = async () => (await api.read<TaskQueue>('/tasks?tab=open')).rowCount;
  if ((await openTasks()) < OPEN_TASKS) {
    const seeded = spawnSync(process.execPath, ['scripts/throughline.mjs', 'seed', '--referrals', String(REFERRALS)], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: dataFolder() },
    });
    expect(seeded.status).toBe(0);
  }
  const token = await accessTokenOf(await signedIn('staff2'));
  const [queue, task] = [await signedIn('staff'), await signedIn('staff')];
  const startedAt = performance.now();
  await queue.goto('/queue?tab=open');
  await expect(queue.getByRole('cell').first()).toBeVisible();
  const firstRowMs = Math.round(performance.now() - startedAt);
  const turnedAt = performance.now();
  await queue.getByRole('button', { name: 'Next' }).click();
  await expect(queue.getByText(/^26–50 of/)).toBeVisible();
  await expect(queue.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  const nextPageMs = Math.round(performance.now() - turnedAt);
  await queue.goto('/queue');
  await expectLive(queue);
  // Among those that are changed.
  const { rows } = await api.read<TaskQueue>('/tasks');
  await task.goto(`/task/${rows[3]!.taskId}`);
  await expectLive(task);

  const held: Record<'queue' | 'task', Held[]> = { queue: [], task: [] };
  const look = async (minute: number) => {
    held.queue.push(await holds(queue, minute));
    held.task.push(await holds(task, minute));
  };
  // What is loaded at rest, and what the first changes need, is there after the first round.
  await changeQueue(`${baseURL}/api`, token);
  await look(0);
  const begun = performance.now();
  for (let minute = 0; minute < MINUTES;) {
    await changeQueue(`${baseURL}/api`, token);
    const passed = Math.floor((performance.now() - begun) / 60_000);
    if (passed > minute) await look(passed);
    minute = passed;
  }
  await expectLive(queue);
  await expectLive(task);
  console.log({ openTasks: await openTasks(), firstRowMs, nextPageMs });
  console.table(held.queue);
  console.table(held.task);
  await writeFile(process.env['FIGURES_FILE'] ?? '/dev/stdout', JSON.stringify({ firstRowMs, nextPageMs, ...held }));
});

async function holds(page: Page, minute: number): Promise<Held> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  await session.detach();
  return { minute, heap: Math.round(usedSize / 100_000) / 10, nodes, listeners: jsEventListeners };
}
