import { atom, useAtomValue } from 'jotai';

const TICK_INTERVAL_MS = 60_000;

const nowAtom = atom(Date.now());
nowAtom.onMount = (setNow) => {
  const tick = () => setNow(Date.now());
  tick();
  const timer = setInterval(tick, TICK_INTERVAL_MS);
  return () => clearInterval(timer);
};

/** The time in milliseconds of the epoch, to the minute: ages and "today" stay right on a screen that is left open. */
export const useNow = (): number => useAtomValue(nowAtom);
