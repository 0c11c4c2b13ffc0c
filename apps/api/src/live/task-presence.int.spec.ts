import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { TaskViewer } from '@throughline/contracts';
import { type Name, startAnotherNode, startApi } from '../testing/api-under-test.js';
import { connect, type LiveClient } from '../testing/live-client.js';
import { until, untilSoon } from '../testing/until.js';

const api = await startApi();
const otherNode = await startAnotherNode(api);
afterAll(async () => {
  await otherNode.close();
  await api.close();
});

const TASKS = ['77-1', '77-2', '78-1', '79-1', '80-1', '80-2', '81-1', '81-2'];
await api.engines.database.pool.query(`insert into task_queue (task_id) select unnest($1::text[])`, [TASKS]);

const clients: LiveClient[] = [];

/** Opens a page that follows the queue, if the person may, and records who looks at tasks. */
async function open(as: Name, node = api) {
  const client = connect(node, as);
  clients.push(client);
  const seen: { viewers: readonly TaskViewer[] | null } = { viewers: null };
  client.socket.on('task-viewers', (viewers) => (seen.viewers = viewers));
  const { status } = await client.join({ name: 'task-queue' });
  const sees = (...expected: readonly string[]) =>
    untilSoon(api, () => seen.viewers?.map(({ name, taskId }) => `${name} at ${taskId}`).join() === expected.join());
  return { ...client, status, seen, sees };
}
const rowsOf = async (taskId: string) =>
  (await api.engines.database.pool.query('select from task_presence where task_id = $1', [taskId])).rowCount;

describe('Who looks at a task', () => {
  afterEach(() => clients.splice(0).forEach(({ socket }) => socket.disconnect()));

  it('is known at every node, until the person leaves the task or closes the page', async () => {
    const [watching, first, second] = [await open('ops', otherNode), await open('staff'), await open('staff2')];
    await watching.sees();
    first.socket.emit('looking', '77-1');
    await watching.sees('Dee Park at 77-1');
    second.socket.emit('looking', '77-1');
    await watching.sees('Dee Park at 77-1', 'Eli Vance at 77-1');
    first.socket.emit('looking', '77-2');
    await watching.sees('Eli Vance at 77-1', 'Dee Park at 77-2');

    first.socket.emit('looking', '77-999');
    await watching.sees('Eli Vance at 77-1');
    first.socket.emit('looking', '77-2');
    first.socket.emit('looking', null);
    await watching.sees('Eli Vance at 77-1');
    const late = await open('staff', otherNode);
    expect(late.seen.viewers).toHaveLength(1);
    second.socket.disconnect();
    await Promise.all([watching.sees(), late.sees()]);
  });

  it('is one person on two pages of theirs', async () => {
    const [watching, ...pages] = [await open('ops'), await open('staff'), await open('staff', otherNode)];
    for (const { socket } of pages) socket.emit('looking', '78-1');
    await until(async () => (await rowsOf('78-1')) === 2);
    await watching.sees('Dee Park at 78-1');
  });

  it('expires when the page is no longer heard of', async () => {
    const [watching, looking] = [await open('ops'), await open('staff', otherNode)];
    looking.socket.emit('looking', '79-1');
    await watching.sees('Dee Park at 79-1');
    await api.engines.database.pool.query(`update task_presence set expires_at = now()`);
    await watching.sees();
    expect(await rowsOf('79-1')).toBe(0);
  });

  it('is not told to, nor counted of, a person who may not see the queue', async () => {
    const [referrer, watching] = [await open('referrer'), await open('ops')];
    expect(referrer.status).toBe('refused');
    referrer.socket.emit('looking', '80-1');
    const looking = await open('staff');
    looking.socket.emit('looking', '80-2');
    await watching.sees('Dee Park at 80-2');
    expect(referrer.seen.viewers).toBeNull();
  });

  it('ignores what is not a task, and stays connected', async () => {
    const [watching, looking] = [await open('ops'), await open('staff')];
    looking.socket.emit('looking', { taskId: '81-1' } as unknown as string);
    looking.socket.emit('looking', '81-2');
    await watching.sees('Dee Park at 81-2');
    expect(looking.socket.connected).toBe(true);
  });
});
