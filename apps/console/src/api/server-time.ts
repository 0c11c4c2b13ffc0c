import { schemaClock } from '@throughline/contracts';
import { atom, getDefaultStore } from 'jotai';

/** The browser's clock in milliseconds since the Unix epoch. It may be wrong by years, so it may only be compared with itself. */
export const browserNow = (): number => Date.now();

/**
 * A clock in milliseconds that never goes back. While the page runs it follows the monotonic clock, which nobody can set. That clock may
 * stop while the computer sleeps; this one then follows the wall clock.
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

/** The `Date` header has a resolution of one second. */
const SECOND_MS = 1_000;
/** Times are shown to the minute, so smaller differences are ignored. */
const TOLERANCE_MS = 2 * SECOND_MS;

/**
 * Returns by how many ms the server's clock is ahead of this one, given an answer that was requested at `sentAt` and arrived at `arrivedAt`
 * by this clock. `date` is its header. A slow answer is inexact, so the known value is changed only as much as the answer requires.
 */
export function offsetAfter(known: number, date: string | null, sentAt: number, arrivedAt: number): number {
  const writtenAt = Date.parse(date ?? '');
  if (Number.isNaN(writtenAt)) return known;
  const least = writtenAt - arrivedAt;
  const most = writtenAt + SECOND_MS - sentAt;
  if (known >= least - TOLERANCE_MS && known <= most + TOLERANCE_MS) return known;
  return Math.min(Math.max(known, least), most);
}

const steadyNow = steadyClock();
const offsetAtom = atom(0);
const store = getDefaultStore();

/**
 * The server's time in milliseconds since the Unix epoch, from the API's answers; before the first one, the browser's. Every day, age and
 * limit on a screen uses it (docs/decisions/0091-the-clock-of-a-browser-decides-nothing.md).
 */
export const serverNow = (): number => steadyNow() + store.get(offsetAtom);

schemaClock.now = serverNow;

/** Converts an instant of the browser's clock to the server's time. */
export const serverTimeOf = (noted: number): number => noted + serverNow() - browserNow();

/** Calls back when the known server time is corrected. */
export const onServerTimeSet = (callback: () => void): (() => void) => store.sub(offsetAtom, callback);

/** Sends a request, and learns the server's time from its answer. */
export async function withServerTime(send: () => Promise<Response>): Promise<Response> {
  const sentAt = steadyNow();
  const answer = await send();
  store.set(offsetAtom, (known) => offsetAfter(known, answer.headers.get('date'), sentAt, steadyNow()));
  return answer;
}
