import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { filtersOf } from '@throughline/contracts';
import { buildRegistered } from './projecting/build.js';
import { listProgress } from './consumer/checkpoint.js';
import { takeOverReadModels } from './projecting/prepare.js';
import { projections } from './projections.js';
import { listReferrals } from './referral-list/referral-list.query.js';
import { listsAsWritten } from './search-as-written.js';
import { listTasks } from './task-queue/task-queue.query.js';
import { append, type Engines, openEngines, projectAll } from './testing/engines.js';
import { anOrder } from './testing/orders.js';
import { Story } from './testing/story.js';

const ID = '263254123071844';

describe('A database of the release that searched names as they are written', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines(listsAsWritten);
    await append(engines.store, new Story().submit(ID, anOrder({ member: { lastName: 'Ødegård' } })).events);
    await projectAll(engines, listsAsWritten);
    await takeOverReadModels(engines.db, projections);
  });
  afterAll(() => engines.close());

  const found = async (search: string) => {
    const page = { page: 0, pageSize: 15, search };
    const list = await listReferrals(engines.db, { scope: { kind: 'all' }, statuses: [], ...page });
    const narrow = filtersOf(() => []);
    const queue = await listTasks(engines.db, { viewerUserId: 'sam', tab: 'unassigned', ...narrow, ...page });
    return [list.rows.length, queue.rows.length];
  };
  const active = async () =>
    (await listProgress(engines.db)).filter(({ status }) => status === 'active').map(({ table }) => table);

  it('finds them as they are written until the new lists are built', async () => {
    expect(await active()).toEqual(['referral_list_v1', 'task_queue_v1']);
    expect(await found('Ødegård')).toEqual([1, 1]);
  });

  it('finds them without accents from then on', async () => {
    await buildRegistered(engines.db, engines.store, projections, { signal: new AbortController().signal });
    expect(await active()).toEqual(expect.arrayContaining(['referral_list_v2', 'task_queue_v3']));
    expect(await active()).not.toContain('referral_list_v1');
    expect(await found('odegard')).toEqual([1, 1]);
    expect(await found('Ødegård')).toEqual([1, 1]);
  });

  it('finds nothing by punctuation alone, and a name as the lists write it', async () => {
    expect(await found("'")).toEqual([0, 0]);
    expect(await found('Ødegård, ')).toEqual([1, 1]);
    expect(await found(' ')).toEqual([1, 1]);
  });
});
