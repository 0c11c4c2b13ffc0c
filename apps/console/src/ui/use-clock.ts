import { atom, useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';

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

/** Access specification, section 9. */
export const DEBOUNCE_MS = 200;
/** Ordering specification, section 9. */
export const LIST_DEBOUNCE_MS = 500;

/** The value as it was when it last stayed the same for this long. */
export function useDebounced<T>(value: T, afterMs: number = DEBOUNCE_MS): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return rested;
}
