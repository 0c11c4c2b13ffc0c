import { atom, useAtomValue } from 'jotai';
import { onServerTimeSet, serverNow } from '../api/server-time.js';
import { usePast } from '../past/past.js';

const MINUTE_MS = 60_000;

const nowAtom = atom(serverNow());
nowAtom.onMount = (setNow) => {
  let timer: ReturnType<typeof setTimeout>;
  // At each full minute, because days begin at one: otherwise a row is due today for up to a minute after the counters call it overdue.
  const tick = () => {
    clearTimeout(timer);
    const now = serverNow();
    setNow(now);
    timer = setTimeout(tick, MINUTE_MS - (now % MINUTE_MS));
  };
  tick();
  const unfollow = onServerTimeSet(tick);
  return () => {
    clearTimeout(timer);
    unfollow();
  };
};

/**
 * The server's time in milliseconds since the Unix epoch, updated at each full minute, so that ages and "today" stay correct on an open screen.
 * At an earlier moment, that moment.
 */
export function useNow(): number {
  const now = useAtomValue(nowAtom);
  return usePast()?.now ?? now;
}
