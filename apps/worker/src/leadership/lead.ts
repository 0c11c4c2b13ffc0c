import { withAdvisoryLock } from '@throughline/platform';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';

/** How long one that failed, or lost the lead, stays back before it queues again, in milliseconds. */
const STAY_BACK_MS = 500;

export interface Lead {
  readonly pool: Pool;
  /** Work of this name is done by one process at a time, over all that use the same database. */
  readonly name: string;
  readonly signal: AbortSignal;
  /** `leading` is aborted with `signal`, and when the lead is lost. */
  readonly work: (leading: AbortSignal) => Promise<void>;
  /** It queues for the lead. */
  readonly onStandby: () => void;
  readonly onError: (error: unknown) => void;
}

/**
 * One at a time, ready to take over: waits for the lead, does the work while it holds it, and queues again when the work fails
 * or the lead is lost. Ends when `signal` is aborted; never throws. The lead ends with the database session that holds it, and
 * a process that does not know yet that it lost it must write in a way that fails (compare and set).
 */
export async function lead({ pool, name, signal, work, onStandby, onError }: Lead): Promise<void> {
  while (!signal.aborted) {
    onStandby();
    try {
      await withAdvisoryLock(pool, `throughline/${name}`, (lost) => work(AbortSignal.any([signal, lost])), { signal });
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
    await pause(STAY_BACK_MS, undefined, { signal }).catch(() => undefined);
  }
}
