import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { itemTaskDecider, SYSTEM_ACTOR } from '@throughline/domain';
import { handleCommand, readState } from '@throughline/event-store';
import { append, type Engines, openEngines, projectAll, SAM, Story } from '@throughline/read-models/testing';
import { JobDelayed } from '../../queue/job.js';
import { Reconciler } from '../../sweeper/reconciler.js';
import { EndHold, endHold } from './end-hold.job.js';

/** The beginning of the day until which the task is on hold. */
const MORNING = Date.parse('2026-12-01T06:00:00Z');
const HOUR = 3_600_000;
const NO_HOLD = { until: null, reason: null };

describe('The timer of a task on hold', () => {
  let engines: Engines;
  const referralId = '263251234512341';
  const taskId = `${referralId}-1`;
  beforeAll(async () => {
    engines = await openEngines();
    const story = new Story();
    for (const id of [referralId, '263251234512342', '263251234512343']) story.submit(id);
    for (const id of [referralId, '263251234512342']) {
      const data = { referralId: id, taskId: `${id}-1`, until: '2026-12-01', reason: null, by: SAM };
      story.execute(itemTaskDecider, id, {
        type: 'PutTaskOnHold',
        data: { ...data, seen: NO_HOLD, at: story.now, dayMs: null },
      });
    }
    await append(engines.store, story.events);
    await projectAll(engines);
  });
  afterAll(() => engines.close());

  const planned = async (now: number, limit = 10) => {
    const found: object[] = [];
    const reconciler = new Reconciler([endHold]);
    for (let round = 0; round < 3; round++) {
      for await (const jobs of reconciler.find({ db: engines.db, now: new Date(now), config: {}, limit })) {
        found.push(...jobs.map(({ data }) => data as object));
      }
    }
    return new Set(found.map((data) => JSON.stringify(data))).size;
  };
  const runAt = (now: number) => new EndHold(engines.store, () => new Date(now)).process({ referralId, taskId });
  const isOnHold = async () => {
    const { state } = await readState(engines.store, itemTaskDecider, referralId);
    return state.tasks.some(({ onHold }) => Boolean(onHold));
  };

  it('is planned within the hour before its day, and for no task that is not on hold', async () => {
    expect(await planned(MORNING - HOUR - 1)).toBe(0);
    expect(await planned(MORNING - HOUR)).toBe(2);
    expect(await planned(MORNING + HOUR, 1)).toBe(2);
  });

  it('leaves a hold alone that ends later, and waits for one that ends soon', async () => {
    await runAt(MORNING - 2 * HOUR);
    await expect(runAt(MORNING - 1)).rejects.toEqual(new JobDelayed(MORNING));
    expect(await isOnHold()).toBe(true);
  });

  it('takes the task off hold, once', async () => {
    await runAt(MORNING);
    expect(await isOnHold()).toBe(false);
    await runAt(MORNING);
    await projectAll(engines);
    expect(await planned(MORNING)).toBe(1);
  });

  it('ends a second hold until the same instant, as after a clock that was set back', async () => {
    const at = new Date(MORNING - HOUR).toISOString();
    const data = { referralId, taskId, until: '2026-12-01', reason: null, seen: NO_HOLD, by: SAM, at, dayMs: null };
    const context = { actor: SYSTEM_ACTOR, at, correlationId: 'again', causationId: null };
    const { revision: before } = await readState(engines.store, itemTaskDecider, referralId);
    for (const commandId of [randomUUID(), randomUUID()]) {
      await handleCommand(engines.store, {
        decider: itemTaskDecider,
        id: referralId,
        command: { type: 'PutTaskOnHold', data },
        context: { ...context, commandId },
      });
    }
    const { revision } = await readState(engines.store, itemTaskDecider, referralId);
    expect(revision).toBe(before + 1);
    await runAt(MORNING);
    expect(await isOnHold()).toBe(false);
    expect((await readState(engines.store, itemTaskDecider, referralId)).revision).toBe(revision + 1);
  });
});
