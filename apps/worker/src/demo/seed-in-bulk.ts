import { type EventStore, StagedLog, WrongExpectedRevision } from '@throughline/event-store';
import { demoCast } from './demo-cast.js';
import { tellDemoHistory } from './demo-history.js';
import { demoJourney, finishedJourney, shortened } from './demo-journey.js';
import { demoOrder } from './demo-order.js';
import { Random } from './random.js';

/** So many that every group that the log commits at once is full. */
const AT_A_TIME = 512;
/** A busy provider's day. */
const PER_DAY = 1_000;
/** Work that is older than this is over. */
const OPEN_DAYS = 60;
const DAY = 86_400_000;

export interface SeedInBulk {
  readonly store: EventStore;
  /** The n-th referrals from this one (from 0) … */
  readonly from: number;
  /** … to this one, exclusive. */
  readonly to: number;
  /** The newest history ends here. The same moment tells the same histories, event by event. */
  readonly now: Date;
  /** No referral comes further than to its task of this number (from 1); as far as it would by itself if left out. */
  readonly lastTask?: number;
  /** All below `told` are in the log. */
  readonly onProgress?: (progress: { readonly told: number; readonly events: number }) => Promise<void>;
}

/**
 * Referrals by the thousand, each told by the product's own commands and appended to the log in as few appends as its order
 * allows. The further back, the more of them are over. Telling some of them again adds nothing. Resolves with the number of events.
 */
export async function seedInBulk({ store, from, to, now, lastTask, onProgress }: SeedInBulk): Promise<number> {
  let events = 0;
  for (let first = from; first < to; first += PER_DAY) {
    const end = Math.min(to, first + PER_DAY);
    let next = first;
    const tellOneAfterAnother = async () => {
      for (let n = next++; n < end; n = next++) {
        const appended = await tell(store, n, now, lastTask);
        events += appended;
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, tellOneAfterAnother));
    await onProgress?.({ told: end, events });
  }
  return events;
}

const { staff, submitters } = demoCast((login) => login);

/** Two referrals may draw one id, which is the second's: then the later of them is told a second earlier. */
async function tell(store: EventStore, n: number, now: Date, lastTask = Infinity): Promise<number> {
  for (let attempt = 0; ; attempt++) {
    const daysAgo = Math.floor(n / PER_DAY);
    const end = new Date(now.getTime() - daysAgo * DAY - attempt * 1_000);
    const random = new Random(n + 1);
    const { referrer, actor } = random.pick(submitters);
    const journey = daysAgo < OPEN_DAYS ? demoJourney(random, n) : finishedJourney(random);
    const staged = new StagedLog();
    await tellDemoHistory(staged, {
      n,
      order: demoOrder(random, referrer, n, end),
      submitter: actor,
      journey: shortened(journey, lastTask),
      staff,
      random,
      now: end,
      dayMs: null,
    });
    try {
      return await staged.flush(store);
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision) || attempt === 5) throw error;
    }
  }
}
