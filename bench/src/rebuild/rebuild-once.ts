import { openEventStore } from '@throughline/event-store';
import { openDatabase } from '@throughline/platform';
import { buildRegistered, prepareReadModels, projections, type ReadModelSchema } from '@throughline/read-models';
import { answerWith } from '../running/own-process.js';
import type { Round } from '../running/rounds.js';
import { rebuildEmmett, firstEvents } from './emmett-projection.js';

/** A rebuild of the referral list, by one of the sides, from the first `count` events of our log at `logUrl`. */
export interface RebuildRequest {
  readonly side: 'ours' | 'emmett';
  readonly logUrl: string;
  /** For ours: a database that has never had it. For emmett: the one that its events were written to. */
  readonly url: string;
  readonly count: number;
}

const referralList = projections.find(({ name }) => name === 'referral-list')!;

answerWith(async ({ side, logUrl, url, count }: RebuildRequest): Promise<Round> => {
  const store = await openEventStore(logUrl);
  if (side === 'emmett') {
    const events = await firstEvents(store, count);
    return timed(count, () => rebuildEmmett(url, referralList, events));
  }
  const { db } = openDatabase<ReadModelSchema>(url);
  await prepareReadModels(db, [referralList], await store.head());
  const { signal } = new AbortController();
  return timed(count, () => buildRegistered(db, store, [referralList], { signal }));
});

async function timed(events: number, work: () => Promise<void>): Promise<Round> {
  const before = performance.now();
  await work();
  return { figure: (events / (performance.now() - before)) * 1000 };
}
