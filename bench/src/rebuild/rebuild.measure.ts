import type { Recorded } from '@throughline/domain';
import { type EventStore, openEventStore } from '@throughline/event-store';
import { ensureDatabase, openDatabase } from '@throughline/platform';
import { buildRegistered, prepareReadModels, projections, type ReadModelSchema } from '@throughline/read-models';
import { seedInBulk } from '../../../apps/worker/src/demo/seed-in-bulk.js';
import type { Bench, Measure } from '../running/measure.js';
import { interleave, type Round } from '../running/rounds.js';
import { fillEmmett, rebuildEmmett } from './emmett-projection.js';

const referralList = projections.find(({ name }) => name === 'referral-list')!;
const NOW = new Date('2026-11-21T12:00:00.000Z');
/** Few enough that the peer, which takes them one by one, ends within a minute. */
const PEER_EVENTS = 10_000;

/** The referral list from nothing: events folded per second, until it has taken the place of the old one. */
export const rebuild: Measure = {
  name: 'rebuild',
  async run(bench) {
    const { quick, postgres, say } = bench;
    const store = await openEventStore(await ensureDatabase(postgres.url, 'rebuild_ours'));
    try {
      say('rebuild: filling the log');
      const count = await fill(store, quick ? 15_000 : 200_000);
      const events = await firstEvents(store, quick ? PEER_EVENTS / 10 : PEER_EVENTS);
      const emmettUrl = await ensureDatabase(postgres.url, 'rebuild_emmett');
      await fillEmmett(emmettUrl, events);
      say(`rebuild of ${count} events, against emmett over ${events.length}`);
      const sides = await interleave(
        quick ? 1 : 3,
        { name: 'ours', round: () => rebuildOurs(bench, store, count) },
        { name: 'emmett', round: () => timed(events.length, () => rebuildEmmett(emmettUrl, referralList, events)) },
      );
      const met = sides.ours.value >= 40_000 && sides.ours.value / sides.peer.value >= 10;
      const note = `ours over ${count} events, emmett over the first ${events.length} of them, into one document each`;
      return [
        { measure: 'rebuild of the list', unit: '/s', ...sides, goal: { words: '≥ 40,000/s and 10 ×', met }, note },
      ];
    } finally {
      await store.close();
    }
  },
};

/** Adds days of referrals until the log is as long as wanted. Resolves with its length. */
async function fill(store: EventStore, wanted: number): Promise<number> {
  const step = 250;
  let count = 0;
  for (let from = 0; count < wanted; from += step)
    count += await seedInBulk({ store, from, to: from + step, now: NOW });
  return count;
}

async function firstEvents(store: EventStore, count: number): Promise<readonly Recorded[]> {
  const events: Recorded[] = [];
  for await (const event of store.readAll({ after: 0 })) {
    if (events.push(event) === count) break;
  }
  return events;
}

let databases = 0;

/** Into a database that has never seen it. */
async function rebuildOurs({ postgres }: Bench, store: EventStore, count: number): Promise<Round> {
  const url = await ensureDatabase(postgres.url, `rebuild_${++databases}`);
  const { db, close } = openDatabase<ReadModelSchema>(url);
  try {
    await prepareReadModels(db, [referralList], await store.head());
    return await timed(count, () =>
      buildRegistered(db, store, [referralList], { signal: new AbortController().signal }),
    );
  } finally {
    await close();
  }
}

async function timed(events: number, work: () => Promise<void>): Promise<Round> {
  const before = performance.now();
  await work();
  return { figure: (events / (performance.now() - before)) * 1000 };
}
