import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { recertificationDecider } from '@throughline/domain';
import {
  append,
  type Engines,
  openEngines,
  projectAll,
  RECERTIFIED,
  SAM,
  Story,
} from '@throughline/read-models/testing';
import { Reconciler } from '../../sweeper/reconciler.js';
import { FireDueDay, fireDueDay } from './fire-due-day.job.js';

describe('Due days that the sweeper puts into the queue', () => {
  let engines: Engines;
  let due: readonly Date[];
  beforeAll(async () => {
    engines = await openEngines();
    const stories = ['1', '2', '3'].map((n) => new Story().submit(`26325123451234${n}`));
    await append(
      engines.store,
      stories.flatMap(({ events }) => events),
    );
    await projectAll(engines);
    const rows = await engines.db.selectFrom('task_queue').select(['due_at']).orderBy('due_at').execute();
    due = rows.map(({ due_at }) => due_at!);
  });
  afterAll(() => engines.close());

  /** Repeats the sweep until it finds fewer tasks than its limit. */
  const plan = async (now: Date, limit = 100) => {
    const ids: unknown[] = [];
    const looks: number[] = [];
    const missing = new Reconciler([fireDueDay]);
    do {
      for await (const jobs of missing.find({ db: engines.db, now, config: {}, limit })) {
        looks.push(jobs.length);
        ids.push(...jobs.map(({ data }) => (data as { taskId: string }).taskId));
      }
    } while (looks.at(-1) === limit);
    return { ids, looks };
  };
  const before = (at: Date, ms: number) => new Date(at.getTime() - ms);

  it('are those of the next hour', async () => {
    expect(due).toHaveLength(3);
    expect((await plan(before(due[0]!, 3_600_001))).ids).toEqual([]);
    expect((await plan(before(due[2]!, 3_600_000))).ids).toHaveLength(3);
    expect((await plan(before(due[2]!, -60_000))).ids).toHaveLength(3);
  });

  it('are fired for a recertification as well', async () => {
    const id = 'R263251234512349';
    const at = '2026-11-21T12:00:00.000Z';
    const story = new Story().execute(recertificationDecider, id, {
      type: 'OpenRecertification',
      data: { referralId: id, facts: RECERTIFIED, task: 'Recert Review', startOn: null, by: SAM, at, dayMs: null },
    });
    await append(engines.store, story.events);
    await projectAll(engines);
    const { ids } = await plan(due[2]!);
    expect(ids).toContain(`${id}-1`);
    await new FireDueDay(engines.store, () => due[2]!).process({ referralId: id, taskId: `${id}-1` });
    await projectAll(engines);
    const row = await engines.db.selectFrom('task_queue').where('referral_id', '=', id).select('fell_due').execute();
    expect(row).toEqual([{ fell_due: true }]);
  });

  it('are all found, however many look at once what is due at the same instant', async () => {
    const { ids, looks } = await plan(due[2]!, 2);
    expect(looks).toEqual([2, 1]);
    expect(new Set(ids).size).toBe(3);
  });
});
