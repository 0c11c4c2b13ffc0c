import { atom, useAtomValue } from 'jotai';
import { onServerTimeSet, serverNow } from '../api/server-time.js';

const TICK_INTERVAL_MS = 60_000;

const nowAtom = atom(serverNow());
nowAtom.onMount = (setNow) => {
  const tick = () => setNow(serverNow());
  tick();
  const timer = setInterval(tick, TICK_INTERVAL_MS);
  const unfollow = onServerTimeSet(tick);
  return () => {
    clearInterval(timer);
    unfollow();
  };
};

/**
 * The server's time in milliseconds since the Unix epoch, updated every minute, so that ages and "today" stay correct on an open screen.
 */
export const useNow = (): number => useAtomValue(nowAtom);
