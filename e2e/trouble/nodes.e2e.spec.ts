import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { type ClientToServer, LIVE_PATH, type ServerToClient } from '@throughline/contracts';
import { io, type Socket } from 'socket.io-client';
import { inDays, NO_HOLD } from '../product/orders-and-tasks.js';
import { expectLive } from '../product/live-line.js';
import { test } from '../product/people.js';
import { accessTokenOf } from '../product/person-api.js';
import { roleAt, SecondNode } from '../product/second-node.js';

/** A day of the second node lasts a second: the hold ends after the screens have shown it. */
const HOLD_DAYS = 40;

/** Within this time another worker leads. */
const TAKE_OVER_MS = 5_000;

test.describe('Two API nodes and two workers', () => {
  let second: SecondNode;
  test.beforeAll(async () => {
    second = await SecondNode.start();
  });
  // Where it did not start, its own error is reported.
  test.afterAll(() => second?.stop());

  test('sends each change once to the clients of both nodes', async ({ signedIn, baseURL }) => {
    const page = await signedIn('staff');
    const token = await accessTokenOf(page);
    await page.goto('/queue');
    await expectLive(page);
    const { row, taskId } = await firstTask(page);
    const nodes = [baseURL ?? '', second.origin];
    const lines = await Promise.all(nodes.map((origin) => followQueue(origin, token)));
    const heard = () => lines.map(({ keys }) => keys.filter((key) => key === taskId).length);

    await command(page, second.origin, 'claim', { taskId, token });
    await expect(row).toContainText('you');
    await expect.poll(heard).toEqual([1, 1]);

    const idempotencyKey = randomUUID();
    const release = (origin: string) => command(page, origin, 'release', { taskId, token, idempotencyKey });
    const [here, there] = await Promise.all(nodes.map(release));
    expect(there).toEqual(here);
    await expect.poll(heard).toEqual([2, 2]);
    for (const { socket } of lines) socket.close();
  });

  test('shows a task among the overdue ones when its day has come', async ({ signedIn }) => {
    const page = await signedIn('staff');
    const token = await accessTokenOf(page);
    await page.goto('/queue?task=Create+Patient');
    await expectLive(page);
    const { taskId } = await firstTask(page);
    const referralId = taskId.split('-')[0];
    await page.goto(`/queue?tab=overdue&task=Patient+Contact+1st&search=${referralId}`);
    await expect(page.getByText('No task matches')).toBeVisible();
    await expectLive(page);
    await command(page, second.origin, 'outcome', { taskId, token, body: { outcome: 'created' } });
    await page.getByRole('button', { name: 'Show updates' }).click();
    await expect(page.getByRole('row', { name: /Patient Contact 1st/ })).toBeVisible();
  });

  test('ends a hold, when its day has come, in the queue and on the task that are open', async ({ signedIn }) => {
    const page = await signedIn('staff');
    const token = await accessTokenOf(page);
    await page.goto('/queue?task=Create+Patient');
    await expectLive(page);
    const { taskId } = await firstTask(page);
    const search = `search=${taskId.split('-')[0]}`;
    const body = { until: inDays(HOLD_DAYS), reason: 'The member is away', seen: NO_HOLD };
    await command(page, second.origin, 'hold', { taskId, token, body });
    await page.goto(`/queue?tab=on-hold&${search}`);
    const row = page.getByRole('row').filter({ has: page.locator(`a[href="/task/${taskId}"]`) });
    const countIn = (tab: string) => page.getByRole('tab', { name: new RegExp(`^${tab}`) });
    await expect(row).toContainText('on hold until');
    await expect(countIn('On hold')).toHaveText(/1/);
    await expect(countIn('Unassigned')).toHaveText(/0/);
    const task = await page.context().newPage();
    await task.goto(`/task/${taskId}`);
    await expect(task.getByText(/The member is away/)).toBeVisible();
    await expect(task.getByRole('button', { name: 'Take off hold' })).toBeVisible();

    await expect(row).toContainText('No longer on hold');
    await expect(countIn('On hold')).toHaveText(/0/);
    await expect(countIn('Unassigned')).toHaveText(/1/);
    await expect(task.getByText(/The member is away/)).toHaveCount(0);
    await expect(task.getByRole('button', { name: 'Take off hold' })).toHaveCount(0);
    await task.close();
  });

  for (const signal of ['SIGSTOP', 'SIGKILL'] as const) {
    test(`elects another leader within five seconds of a ${signal}`, async ({ signedIn }) => {
      const page = await signedIn('staff');
      const token = await accessTokenOf(page);
      await page.goto('/queue');
      await expectLive(page);
      await oneLeads(second);
      const leader = await second.leader();
      leader.signal(signal);
      const since = performance.now();
      await expect.poll(() => roleAt(leader.other), { intervals: [100] }).toBe('leading');
      expect(performance.now() - since).toBeLessThan(TAKE_OVER_MS);

      const { row, taskId } = await firstTask(page);
      await command(page, second.origin, 'claim', { taskId, token });
      await expect(row).toContainText('you');
      if (signal === 'SIGKILL') return;
      leader.signal('SIGCONT'); // It finds its sessions ended, writes nothing, and stands by.
      await oneLeads(second);
    });
  }
});

const oneLeads = ({ workers }: SecondNode) =>
  expect.poll(async () => (await Promise.all(workers.map(roleAt))).sort()).toEqual(['leading', 'standby']);

async function firstTask(page: Page) {
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .first();
  const href = (await row.getByRole('link').first().getAttribute('href')) ?? '';
  return { row: page.getByRole('row').filter({ has: page.locator(`a[href="${href}"]`) }), taskId: taskIdOf(href) };
}

const taskIdOf = (href: string) => href.split('?')[0]?.split('/').at(-1) ?? '';

interface Sent {
  readonly taskId: string;
  readonly token: string;
  readonly idempotencyKey?: string;
  readonly body?: object;
}

async function command(
  page: Page,
  origin: string,
  verb: 'claim' | 'release' | 'outcome' | 'hold',
  { taskId, token, idempotencyKey = randomUUID(), body = {} }: Sent,
): Promise<unknown> {
  const path = `/tasks/${taskId}/${verb}`;
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': idempotencyKey };
  const answer = await page.request.post(`${origin}/api${path}`, { headers, data: body });
  expect(answer.status()).toBe(200);
  return answer.json();
}

/** Joins the queue's topic at one node; `keys` are those of the changes that came, in order. */
async function followQueue(origin: string, token: string) {
  const socket: Socket<ServerToClient, ClientToServer> = io(origin, {
    path: LIVE_PATH,
    auth: { token },
    transports: ['websocket'],
  });
  const keys: string[] = [];
  socket.on('changes', ({ changes }) => keys.push(...changes.map(({ key }) => key)));
  const answer = await socket.timeout(10_000).emitWithAck('join', { topic: { name: 'task-queue' }, since: null });
  expect(answer.status).toBe('read-afresh');
  return { socket, keys };
}
