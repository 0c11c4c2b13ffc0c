import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@throughline/platform/testing';
import { sql } from 'kysely';
import { feedPosition } from '../change-feed/change-feed.js';
import { referralListProjection } from '../referral-list/referral-list.projection.js';
import { inSnapshot } from '../snapshot.js';
import { append, type Engines, openEngines, projectAll } from '../testing/engines.js';
import { Story } from '../testing/story.js';
import { buildRegistered } from './build.js';
import { cancelBuild, CheckpointMoved, listProgress, resumeBuild } from '../consumer/checkpoint.js';
import { prepareReadModels, takeOverReadModels } from './prepare.js';
import { tableOf } from './projection.js';

const old = referralListProjection;
const next = { ...referralListProjection, version: referralListProjection.version + 1 };
const [OLD, NEXT] = [tableOf(old), tableOf(next)];
const idOf = (n: number) => String(263_250_000_000_000 + n);
const signal = new AbortController().signal;

describe('A new version of a read model', () => {
  let engines: Engines;
  const story = new Story();
  beforeEach(async () => {
    engines = await openEngines([old]);
    story.events.length = 0;
    for (let n = 0; n < 40; n++) story.submit(idOf(n));
    await append(engines.store, story.events);
    await projectAll(engines, [old]);
    await takeOverReadModels(engines.db, [old, next]);
  });
  afterEach(() => engines.close());

  const shown = async () => {
    const { rows } = await engines.db
      .selectFrom('referral_list')
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    return rows;
  };
  const progress = async () =>
    Object.fromEntries((await listProgress(engines.db)).map(({ table, status }) => [table, status]));

  it('is built beside the old one while events come in; the list is never empty, no change is announced, and all clients read a new snapshot', async () => {
    const before = await feedPosition(engines.db);
    const counts: number[] = [];
    let building = true;
    const watch = (async () => {
      while (building) counts.push(await shown());
    })();
    const more = new Story();
    const appendMore = (async () => {
      for (let n = 100; n < 120; n++) {
        const from = more.events.length;
        await append(engines.store, more.submit(idOf(n)).events.slice(from));
        // The old version stays live until the switch; after it, its projector must read the list of versions again.
        await projectAll(engines, [(await progress())[OLD] ? old : next]).catch((error: unknown) => {
          if (!(error instanceof CheckpointMoved)) throw error;
        });
      }
    })();
    await buildRegistered(engines.db, engines.store, [old, next], { signal });
    await appendMore;
    await projectAll(engines, [next]);
    building = false;
    await watch;

    expect(Math.min(...counts)).toBeGreaterThanOrEqual(40);
    expect(await shown()).toBe(60);
    expect(await progress()).toEqual({ [NEXT]: 'active' });
    const after = await feedPosition(engines.db);
    expect(after.epoch).not.toBe(before.epoch);
    expect(after.position - before.position).toBe(20);
    const tally = await engines.db.selectFrom('referral_list_tally').where('units', '!=', 0).selectAll().execute();
    expect(tally.map(({ units }) => units)).toEqual([60, 60]);
  });

  it('replaces the old one between two reads, and fails none of them', async () => {
    let built: Promise<void> = Promise.resolve();
    const rows = await inSnapshot(engines.db, async (reader) => {
      await reader.selectFrom('referral_list_tally').selectAll().execute();
      built = buildRegistered(engines.db, engines.store, [old, next], { signal });
      await until('the switch waits for the reader', async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          engines.db,
        );
        return rows.length > 0;
      });
      return reader.selectFrom('referral_list').selectAll().execute();
    });
    expect(rows).toHaveLength(40);
    await built;
    expect(await progress()).toEqual({ [NEXT]: 'active' });
  });

  it('stops when it is cancelled, and continues from there', async () => {
    expect(await cancelBuild(engines.db, NEXT)).toBe(true);
    await buildRegistered(engines.db, engines.store, [old, next], { signal });
    expect(await progress()).toEqual({ [OLD]: 'active', [NEXT]: 'cancelled' });

    expect(await resumeBuild(engines.db, NEXT)).toBe(true);
    await buildRegistered(engines.db, engines.store, [old, next], { signal });
    expect(await progress()).toEqual({ [NEXT]: 'active' });
  });

  it('is not built again by the next start', async () => {
    await buildRegistered(engines.db, engines.store, [old, next], { signal });
    await prepareReadModels(engines.db, [old, next], await engines.store.head());
    await takeOverReadModels(engines.db, [old, next]);
    expect(await progress()).toEqual({ [NEXT]: 'active' });
  });

  it('shows the old rows while the release knows only its successor', async () => {
    await takeOverReadModels(engines.db, [next]);
    expect(await progress()).toEqual({ [OLD]: 'retired', [NEXT]: 'building' });
    expect(await shown()).toBe(40);
    await buildRegistered(engines.db, engines.store, [next], { signal });
    expect(await progress()).toEqual({ [NEXT]: 'active' });
    expect(await shown()).toBe(40);
  });

  it('stays unchanged when nodes of the release before or after it start and write nothing', async () => {
    await buildRegistered(engines.db, engines.store, [old, next], { signal });
    await prepareReadModels(engines.db, [old], await engines.store.head());
    await prepareReadModels(engines.db, [{ ...next, version: next.version + 1 }], await engines.store.head());
    expect(await progress()).toEqual({ [NEXT]: 'active' });
    expect(await shown()).toBe(40);
  });
});

describe('Read models over an existing log', () => {
  it('are built and announce nothing', async () => {
    const engines = await openEngines([old]);
    await append(engines.store, new Story().submit(idOf(1)).events);
    await engines.db.deleteFrom('consumer_checkpoint').execute();
    await prepareReadModels(engines.db, [old], await engines.store.head());
    await buildRegistered(engines.db, engines.store, [old], { signal });
    expect(await listProgress(engines.db)).toMatchObject([
      { table: OLD, status: 'active', position: await engines.store.head() },
    ]);
    expect((await feedPosition(engines.db)).position).toBe(0);
    await engines.close();
  });
});
