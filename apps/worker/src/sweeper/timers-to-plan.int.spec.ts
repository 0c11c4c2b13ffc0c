import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { append, type Engines, openEngines, projectAll, Story } from '@throughline/read-models/testing';
import { timersToPlan } from './timers-to-plan.js';

describe('Timers that the sweeper puts into the queue', () => {
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

  const plan = async (now: Date, atATime = 100) => {
    const ids: unknown[] = [];
    const looks: number[] = [];
    let after = null;
    do {
      const { jobs, next } = await timersToPlan(engines.db, { now, after, atATime });
      looks.push(jobs.length);
      ids.push(...jobs.map(({ data }) => (data as { taskId: string }).taskId));
      after = next;
    } while (after);
    return { ids, looks };
  };
  const before = (at: Date, ms: number) => new Date(at.getTime() - ms);

  it('are those of the next hour', async () => {
    expect(due).toHaveLength(3);
    expect((await plan(before(due[0]!, 3_600_001))).ids).toEqual([]);
    expect((await plan(before(due[2]!, 3_600_000))).ids).toHaveLength(3);
    expect((await plan(before(due[2]!, -60_000))).ids).toHaveLength(3);
  });

  it('are all found, however many look at once what is due at the same instant', async () => {
    const { ids, looks } = await plan(due[2]!, 2);
    expect(looks).toEqual([2, 1]);
    expect(new Set(ids).size).toBe(3);
  });
});
