/** The time by which a node polls, checks rights and keeps answers. Specs put theirs forward, so that they need not wait (`ClockAhead`). */
export interface Clock {
  /** In ms, from any beginning. */
  now(): number;
  /** Calls `act` after `ms`, unless the returned function is called first. Does not keep the process alive. */
  after(ms: number, act: () => void): () => void;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms).unref();
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms`, or once the signal is aborted. */
export function pauseBy(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const cancel = clock.after(ms, () => {
      signal.removeEventListener('abort', end);
      resolve();
    });
    const end = () => {
      cancel();
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
  });
}
