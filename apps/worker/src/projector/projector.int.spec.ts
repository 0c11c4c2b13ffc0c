import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { LimitedReferral } from '@throughline/contracts';
import { type Recorded, UnknownEvent } from '@throughline/domain';
import { until } from '@throughline/platform/testing';
import {
  type AnyProjection,
  listParked,
  listReferrals,
  newestOfEach,
  park,
  projectedPosition,
  projections,
  readFeed,
  tableOf,
  takeOverReadModels,
} from '@throughline/read-models';
import {
  anEventOfALaterRelease,
  append,
  type Engines,
  LATER_EVENT,
  openEngines,
  Story,
} from '@throughline/read-models/testing';
import { projectLive } from './projector.js';

const idOf = (n: number) => String(263_250_000_000_000 + n);

/** A log of referrals that are submitted and worked on, one after another. */
function busyLog(referrals: number): Story {
  const story = new Story();
  for (let n = 0; n < referrals; n++) {
    story
      .submit(idOf(n))
      .claim(`${idOf(n)}-1`)
      .move(`${idOf(n)}-1`, [1], 'Patient Contact 1st');
  }
  return story;
}

describe('The projector’s loop', () => {
  let engines: Engines;
  let stop: AbortController;
  beforeEach(async () => {
    engines = await openEngines();
    stop = new AbortController();
  });
  afterEach(() => engines.close());

  const run = (all: readonly AnyProjection[] = projections, onError: (error: unknown) => void = fail) =>
    projectLive({
      db: engines.db,
      store: engines.store,
      projections: all,
      signal: stop.signal,
      onHeartbeat: () => undefined,
      onApplied: () => undefined,
      onRetried: () => undefined,
    }).catch(onError);

  const fail = (error: unknown): void => {
    if (!stop.signal.aborted) throw error;
  };

  const caughtUp = () =>
    until('the projector at the head of the log', async () => {
      return (await projectedPosition(engines.db)) === (await engines.store.head());
    });

  /** Every change that was announced for a row, and the row itself. */
  async function listAndFeed() {
    const list = { scope: { kind: 'all' }, page: 0, pageSize: 100, search: '', statuses: [] } as const;
    const { rows, feed } = await listReferrals(engines.db, list);
    const reading = await readFeed(engines.db, {
      since: { ...feed, position: 0 },
      topic: 'referral-list',
      limit: 10_000,
    });
    return { rows, changes: reading.status === 'read' ? reading.changes : [] };
  }

  async function expectOneEffect(referrals: number): Promise<void> {
    const { rows, changes } = await listAndFeed();
    expect(rows).toHaveLength(referrals);
    const announced = changes.map(({ key, eventPosition }) => `${key}@${eventPosition}`);
    expect(new Set(announced).size).toBe(announced.length);
    const last = new Map(changes.map(({ key, row }) => [key, row]));
    for (const row of rows) expect(last.get(row.referralId)).toEqual(row);
    const tally = await engines.db
      .selectFrom('referral_list_tally')
      .where('scope', '=', 'all')
      .select('units')
      .execute();
    expect(tally.reduce((sum, { units }) => sum + units, 0)).toBe(referrals);
  }

  it('projects past and new events', async () => {
    const story = busyLog(5);
    await append(engines.store, story.events.slice(0, 10));
    const running = run();
    await append(engines.store, story.events.slice(10));
    await caughtUp();
    stop.abort();
    await running;
    await expectOneEffect(5);
    const { rows } = await listAndFeed();
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['Multiple Statuses']));
  });

  it('has one effect when two processes believe that they lead', async () => {
    const running = [run(), run()];
    await append(engines.store, busyLog(30).events);
    await caughtUp();
    stop.abort();
    await Promise.all(running);
    await expectOneEffect(30);
  });

  it('loses and repeats nothing when its connections are cut again and again', async () => {
    const story = busyLog(60);
    let appending = true;
    const crashing = (async () => {
      let starts = 0;
      while (!stop.signal.aborted) {
        starts += 1;
        await run(projections, () => undefined);
      }
      return starts;
    })();
    const cutting = (async () => {
      while (appending) {
        await engines.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and query ilike '%consumer_checkpoint%'`,
        );
      }
    })();
    await append(engines.store, story.events);
    appending = false;
    await cutting;
    await caughtUp();
    stop.abort();
    expect(await crashing).toBeGreaterThan(1);
    await expectOneEffect(60);
  });

  it('parks the stream of a poison event, and the others continue', async () => {
    const poisoned: AnyProjection[] = projections.map((projection) => ({
      ...projection,
      evolve: (state: unknown, event: Recorded) => {
        if (event.stream === `itemTask-${idOf(1)}` && projection.name === 'limited-referral') throw new Error('poison');
        return projection.evolve(state, event) as unknown;
      },
    }));
    const running = run(poisoned);
    await append(engines.store, busyLog(3).events);
    await caughtUp();
    stop.abort();
    await running;
    expect(await listParked(engines.db)).toMatchObject([
      { consumer: 'limited_referral_v3', stream: `itemTask-${idOf(1)}`, error: expect.stringContaining('poison') },
    ]);
    const limited = await engines.db.selectFrom('limited_referral').orderBy('referral_id').select('row').execute();
    expect(limited.map(({ row }) => (row as LimitedReferral).groups.length)).toEqual([2, 1, 2]);
    await expectOneEffect(3);
  });

  it('stops at an event of a later release in its stream alone, in every model of that stream, and says so', async () => {
    const running = run();
    const story = busyLog(3);
    await append(engines.store, story.events);
    const stream = `itemTask-${idOf(1)}`;
    const { revision } = story.events.findLast((event) => event.stream === stream)!;
    const later = await engines.store.append(stream, revision, [anEventOfALaterRelease()]);
    const [, , moved] = new Story().submit(idOf(1)).claim(`${idOf(1)}-1`).events;
    await engines.store.append(stream, revision + 1, [moved!]);
    await append(engines.store, new Story().submit(idOf(9)).events);
    await caughtUp();
    stop.abort();
    await running;
    const concerned = newestOfEach(projections).filter(({ categories }) => categories.includes('itemTask'));
    const parked = await listParked(engines.db);
    expect(parked.map(({ consumer }) => consumer).sort()).toEqual(concerned.map(tableOf).sort());
    for (const one of parked)
      expect(one).toMatchObject({ stream, position: later.position, error: expect.stringContaining(LATER_EVENT) });
    await expectOneEffect(4);
  });

  it('resumes what an earlier release parked because it did not know an event', async () => {
    const before = run();
    const story = busyLog(2);
    const stream = `itemTask-${idOf(1)}`;
    const [opened, ...others] = story.events.filter((event) => event.stream === stream);
    await append(engines.store, [...story.events.filter((event) => event.stream !== stream), opened!]);
    await caughtUp();
    stop.abort();
    await before;
    const position = (await engines.store.head()) + 1;
    for (const projection of newestOfEach(projections).filter(({ categories }) => categories.includes('itemTask')))
      await park(engines.db, tableOf(projection), [{ stream, position, error: new UnknownEvent('TaskClaimed') }]);
    await append(engines.store, others);

    stop = new AbortController();
    const running = run();
    await until('nothing parked', async () => (await listParked(engines.db)).length === 0);
    await caughtUp();
    stop.abort();
    await running;
    await expectOneEffect(2);
    const { rows } = await listAndFeed();
    expect(rows.map(({ status }) => status)).toEqual(['Multiple Statuses', 'Multiple Statuses']);
  });

  it('continues with a version that was switched to, even without new events', async () => {
    const [first, ...others] = projections as readonly [AnyProjection, ...AnyProjection[]];
    const next = { ...first, version: first.version + 1 };
    const all = [...projections, next];
    const running = run(all);
    await append(engines.store, busyLog(2).events);
    await caughtUp();
    const position = await engines.store.head();
    await takeOverReadModels(engines.db, all);
    await engines.db
      .updateTable('consumer_checkpoint')
      .set({ status: 'active', position })
      .where('consumer', '=', tableOf(next))
      .execute();
    await engines.db.deleteFrom('consumer_checkpoint').where('consumer', '=', tableOf(first)).execute();
    await append(engines.store, new Story().submit(idOf(9)).events);
    await caughtUp();
    stop.abort();
    await running;
    expect(others).toHaveLength(projections.length - 1);
    await expectOneEffect(3);
  });
});
