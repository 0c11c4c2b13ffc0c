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

/** The server's time in milliseconds of the epoch, to the minute: ages and "today" stay right on a screen that is left open. */
export const useNow = (): number => useAtomValue(nowAtom);
