import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailable } from './errors.js';

/** The pause after `attempts` attempts, in ms: short at first, so that a restart of the server is hardly noticed. */
export function backOffMs(attempts: number): number {
  return Math.min(1_000, 25 * 2 ** Math.min(attempts, 6)) * (0.5 + Math.random() / 2);
}

export interface RetryOptions {
  /** How long an outage may last, ms. */
  readonly timeoutMs: number;
  /** Aborting it ends the retries. */
  readonly signal: AbortSignal;
  /** True for a transient error: another attempt may succeed. */
  readonly isOutage: (error: unknown) => boolean;
}

/** No answer came in time. The other side may still be working on the call. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * Repeats `ask`, with growing pauses, while an outage lasts. Only for calls that can safely be repeated.
 * @throws StoreUnavailable whose cause is the last error that is not a `TimeoutError`, if there is one
 */
export async function retryWithBackoff<Answer>(
  ask: (msLeft: number) => Promise<Answer>,
  { timeoutMs, signal, isOutage }: RetryOptions,
): Promise<Answer> {
  const deadline = performance.now() + timeoutMs;
  let reason: unknown;
  for (let attempts = 0; ; attempts++) {
    try {
      return await ask(Math.max(1, deadline - performance.now()));
    } catch (error) {
      if (!isOutage(error)) throw error;
      // An attempt that the deadline ended has no reason of its own.
      if (reason === undefined || !(error instanceof TimeoutError)) reason = error;
      const unavailable = new StoreUnavailable('not-written', reason);
      const delay = backOffMs(attempts);
      if (signal.aborted || performance.now() + delay > deadline) throw unavailable;
      await pause(delay, undefined, { signal }).catch(() => {
        throw unavailable;
      });
    }
  }
}

/** Throws `TimeoutError` after `ms`. A rejection that comes later is ignored. */
export async function withTimeout<Answer>(ms: number, promised: Promise<Answer>): Promise<Answer> {
  promised.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`No answer within ${Math.round(ms)} ms`)), ms);
  });
  try {
    return await Promise.race([promised, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves with the promised value, or with undefined if the signal aborts first. A rejection after that is ignored. */
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
