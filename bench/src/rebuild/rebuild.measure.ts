import { type EventStore, openEventStore } from '@throughline/event-store';
import { ensureDatabase } from '@throughline/platform';
import { seedInBulk } from '../../../apps/worker/src/demo/seed-in-bulk.js';
import type { Bench, Measure } from '../running/measure.js';
import { inOwnProcess } from '../running/own-process.js';
import { interleave, type Round } from '../running/rounds.js';
import { fillEmmett, firstEvents } from './emmett-projection.js';
import type { RebuildRequest } from './rebuild-once.js';

const LOG = 'rebuild_ours';
const NOW = new Date('2026-11-21T12:00:00.000Z');
/** Few enough that the peer, which processes them one by one, finishes within a minute. */
const PEER_EVENTS = 10_000;

/** The referral list from nothing: events folded per second, until it has replaced the old version. */
export const rebuild: Measure = {
  name: 'rebuild',
  async *run(bench) {
    const { quick, postgres, log } = bench;
    const store = await openEventStore(await ensureDatabase(postgres.url, LOG));
    try {
      log('rebuild: filling the log');
      const count = await fill(store, quick ? 15_000 : 200_000);
      const events = await firstEvents(store, quick ? PEER_EVENTS / 10 : PEER_EVENTS);
      const emmettUrl = await ensureDatabase(postgres.url, 'rebuild_emmett');
      await fillEmmett(emmettUrl, events);
      log(`rebuild of ${count} events, against emmett over ${events.length}`);
      const sides = await interleave(
        quick ? 1 : 3,
        { name: 'ours', round: () => rebuildOnce(bench, { side: 'ours', count }) },
        {
          name: 'emmett',
          round: () => rebuildOnce(bench, { side: 'emmett', count: events.length, url: emmettUrl }),
        },
      );
      const met = sides.ours.value >= 40_000 && sides.ours.value / sides.peer.value >= 10;
      const note = `ours over ${count} events, emmett over the first ${events.length} of them, into one document each`;
      yield { measure: 'rebuild of the list', unit: '/s', ...sides, goal: { words: '≥ 40,000/s and 10 ×', met }, note };
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

let databases = 0;

/**
 * Runs in a process that does nothing else, like a worker that starts with a new version: filling the log in the same process made the
 * rebuild slower by a third.
 */
async function rebuildOnce(
  { postgres }: Bench,
  asked: Pick<RebuildRequest, 'side' | 'count'> & { readonly url?: string },
): Promise<Round> {
  const logUrl = await ensureDatabase(postgres.url, LOG);
  const url = asked.url ?? (await ensureDatabase(postgres.url, `rebuild_${++databases}`));
  return inOwnProcess<RebuildRequest, Round>(new URL('./rebuild-once.js', import.meta.url), { ...asked, logUrl, url });
}
