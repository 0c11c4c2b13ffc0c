import { schemaClock } from '@throughline/contracts';
import { atom, getDefaultStore } from 'jotai';

/** The browser's clock, which may be wrong by years: for instants that this browser notes and compares only with its own. In ms of the epoch. */
export const browserNow = (): number => Date.now();

/**
 * A clock of milliseconds that never goes back. While the page runs it follows the monotonic clock, which nobody can set. That one may stand still while
 * the computer sleeps, when this clock follows the wall clock.
 */
export function steadyClock(): () => number {
  const SLEPT_MS = 1_000;
  const read = () => ({ wall: browserNow(), monotonic: performance.now() });
  let last = read();
  let now = last.wall;
  return () => {
    const { wall, monotonic } = read();
    const [wallMs, monotonicMs] = [wall - last.wall, monotonic - last.monotonic];
    now += wallMs - monotonicMs > SLEPT_MS ? wallMs : monotonicMs;
    last = { wall, monotonic };
    return now;
  };
}

/** A header says the second in which its answer was written. */
const SECOND_MS = 1_000;
/** What is shown is exact to the minute, so a clock that is nearly right is left alone. */
const TOLERANCE_MS = 2 * SECOND_MS;

/**
 * By how much the server's clock is ahead of this one, in ms, after an answer that was asked for at `askedAt` and came at `cameAt` by this clock.
 * `date`: its header. An answer that took long cannot say it exactly: as much of what was known stays as agrees with it.
 */
export function aheadAfter(known: number, date: string | null, askedAt: number, cameAt: number): number {
  const writtenAt = Date.parse(date ?? '');
  if (Number.isNaN(writtenAt)) return known;
  const least = writtenAt - cameAt;
  const most = writtenAt + SECOND_MS - askedAt;
  if (known >= least - TOLERANCE_MS && known <= most + TOLERANCE_MS) return known;
  return Math.min(Math.max(known, least), most);
}

const steadyNow = steadyClock();
const aheadAtom = atom(0);
const store = getDefaultStore();

/**
 * The server's time in ms of the epoch, by the answers of the API; before the first one, the browser's. Every day, age and limit on a screen is counted by it
 * (docs/decisions/0091-the-clock-of-a-browser-decides-nothing.md).
 */
export const serverNow = (): number => steadyNow() + store.get(aheadAtom);

schemaClock.now = serverNow;

/** The server's time at an instant that this browser noted by its own clock. */
export const serverTimeOf = (noted: number): number => noted + serverNow() - browserNow();

/** Calls back when another time is known to be the server's. */
export const onServerTimeSet = (callback: () => void): (() => void) => store.sub(aheadAtom, callback);

/** Asks the API, and learns the server's time from its answer. */
export async function hearingTime(ask: () => Promise<Response>): Promise<Response> {
  const askedAt = steadyNow();
  const answer = await ask();
  store.set(aheadAtom, (known) => aheadAfter(known, answer.headers.get('date'), askedAt, steadyNow()));
  return answer;
}
