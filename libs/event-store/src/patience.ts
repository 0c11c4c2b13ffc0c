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

/** We waited long enough; whoever was asked may go on. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/**
 * Asks again through an outage. Only for what may be asked twice.
 * @throws StoreUnavailable with the last error as its cause that is more than `NoAnswer`, if there is one
 */
export async function askPatiently<Answer>(
  ask: (msLeft: number) => Promise<Answer>,
  { timeoutMs, signal, isOutage }: Patience,
): Promise<Answer> {
  const deadline = Date.now() + timeoutMs;
  let said: unknown;
  for (let tries = 0; ; tries++) {
    try {
      return await ask(Math.max(1, deadline - Date.now()));
    } catch (error) {
      if (!isOutage(error)) throw error;
      // A try that the deadline cut off says nothing new.
      if (said === undefined || !(error instanceof NoAnswer)) said = error;
      const unavailable = new StoreUnavailable('not-written', said);
      const delay = backOffMs(tries);
      if (signal.aborted || Date.now() + delay > deadline) throw unavailable;
      await pause(delay, undefined, { signal }).catch(() => {
        throw unavailable;
      });
    }
  }
}

/** Throws `NoAnswer` after `ms`; what comes later is nobody's. */
export async function within<Answer>(ms: number, promised: Promise<Answer>): Promise<Answer> {
  promised.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(`No answer within ${Math.round(ms)} ms`)), ms);
  });
  try {
    return await Promise.race([promised, late]);
  } finally {
    clearTimeout(timer);
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
