import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailable } from './errors.js';

/** Pauses between tries, ms: short at first, so that a restart is hardly noticed. */
export function backOffMs(tries: number): number {
  return Math.min(1_000, 25 * 2 ** Math.min(tries, 6)) * (0.5 + Math.random() / 2);
}

export interface Patience {
  /** How long an outage may last, ms. */
  readonly timeoutMs: number;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  /** No answer, or not now: nothing is known about the question itself, and asking again may help. */
  readonly isOutage: (error: unknown) => boolean;
}

/** Asks again through an outage. Only for what may be asked twice. Throws `StoreUnavailable`. */
export async function askPatiently<Answer>(
  ask: (msLeft: number) => Promise<Answer>,
  { timeoutMs, signal, isOutage }: Patience,
): Promise<Answer> {
  const deadline = Date.now() + timeoutMs;
  for (let tries = 0; ; tries++) {
    try {
      return await ask(Math.max(1, deadline - Date.now()));
    } catch (error) {
      if (!isOutage(error)) throw error;
      const delay = backOffMs(tries);
      if (signal.aborted || Date.now() + delay > deadline) throw new StoreUnavailable('not-written', error);
      await pause(delay, undefined, { signal }).catch(() => {
        throw new StoreUnavailable('not-written', error);
      });
    }
  }
}

/** What was promised, or nothing when the signal comes first. A rejection after that is nobody's. */
export async function unlessAborted<Answer>(
  promised: Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  promised.catch(() => undefined);
  if (signal.aborted) return undefined;
  let onAbort!: () => void;
  const whenAborted = new Promise<undefined>((resolve) => {
    onAbort = () => resolve(undefined);
  });
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([promised, whenAborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
