import type { Recorded } from '@throughline/domain';
import { type EventStore, StagedLog, WrongExpectedRevision } from '@throughline/event-store';
import { demoCast } from './demo-cast.js';
import { runDemoHistory } from './demo-history.js';
import { demoJourney, finishedJourney, shortened } from './demo-journey.js';
import { demoOrder } from './demo-order.js';
import { Random } from './random.js';

/** Enough to fill every group that the log commits together. */
const CONCURRENT_HISTORIES = 512;
/** The number of orders per day of a busy provider. */
const PER_DAY = 1_000;
/** Work that is older than this is finished. */
const OPEN_DAYS = 60;
const DAY = 86_400_000;
/** Attempts for one history that lost a race for its revision. */
const MAX_RETRIES = 5;

export interface SeedInBulk {
  readonly store: EventStore;
  /** The first referral, counted from 0. */
  readonly from: number;
  /** The last referral, exclusive. */
  readonly to: number;
  /** The end of the newest history. The same instant gives the same events. */
  readonly now: Date;
  /** No referral goes further than its task of this number (from 1); absent: no limit. */
  readonly lastTask?: number;
  /** All referrals below `seeded` are in the log. */
  readonly onProgress?: (progress: { readonly seeded: number; readonly events: number }) => Promise<void>;
}

/**
 * Writes referrals by the thousand, each with the product's own commands and in as few appends as its order
 * allows. The older they are, the more of them are finished. Writing some of them again adds nothing. Resolves with the number of events.
 */
export async function seedInBulk({ store, from, to, now, lastTask, onProgress }: SeedInBulk): Promise<number> {
  let events = 0;
  for (let first = from; first < to; first += PER_DAY) {
    const end = Math.min(to, first + PER_DAY);
    let next = first;
    const runDemoHistories = async () => {
      for (let n = next++; n < end; n = next++) {
        const appended = await appendStory(store, n, now, lastTask);
        events += appended;
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT_HISTORIES }, runDemoHistories));
    await onProgress?.({ seeded: end, events });
  }
  return events;
}

const { staff, submitters } = demoCast((login) => login);

/**
 * Writes the n-th referral. Two referrals may draw the same id, because it depends on the second: then the later one is moved to an earlier
 * second.
 */
async function appendStory(store: EventStore, n: number, now: Date, lastTask = Infinity): Promise<number> {
  for (let attempt = 0; attempt <= MAX_RETRIES; attempt++) {
    const end = new Date(now.getTime() - Math.floor(n / PER_DAY) * DAY - attempt * 1_000);
    const appended = await tellAt(store, n, end, lastTask);
    if (appended !== null) return appended;
  }
  throw new Error(`No id was free for referral ${n}.`);
}

/**
 * Null: another referral has its id. Events of other writers (the worker, which opens the first task of a submitted referral, or an
 * interrupted seed) are kept: the same commands are run again over the log, and find their work done.
 */
async function tellAt(store: EventStore, n: number, end: Date, lastTask: number): Promise<number | null> {
  let staged = await stage(new StagedLog(), n, end, lastTask);
  for (let lost = 0; ; lost++) {
    try {
      return await staged.flush(store);
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision) || lost === MAX_RETRIES) throw error;
    }
    const own = await eventsOf(staged, staged.streams.slice(0, 1));
    const there = await eventsOf(store, staged.streams);
    if (there[0]?.metadata.eventId !== own[0]?.metadata.eventId) return null;
    staged = await stage(new StagedLog(there), n, end, lastTask);
  }
}

async function stage(staged: StagedLog, n: number, end: Date, lastTask: number): Promise<StagedLog> {
  const random = new Random(n + 1);
  const { referrer, actor } = random.pick(submitters);
  const journey = n < OPEN_DAYS * PER_DAY ? demoJourney(random, n) : finishedJourney(random);
  await runDemoHistory(staged, {
    n,
    order: demoOrder(random, referrer, n, end),
    submitter: actor,
    journey: shortened(journey, lastTask),
    staff,
    random,
    now: end,
    dayMs: null,
  });
  return staged;
}

async function eventsOf(log: Pick<EventStore, 'readStream'>, streams: readonly string[]): Promise<Recorded[]> {
  const events: Recorded[] = [];
  for (const stream of streams) for await (const event of log.readStream(stream)) events.push(event);
  return events;
}
