import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;
let now = Date.now();
let ticking: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (ticking === undefined) {
    now = Date.now();
    ticking = setInterval(tick, MINUTE_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

/** Milliseconds of the epoch, true to the minute, so that "today" and ages hold on a screen that is left open. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
