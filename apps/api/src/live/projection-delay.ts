import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@throughline/platform';
import { notifiedPosition, projectedPosition } from '@throughline/read-models';
import type { Clock } from '../engines/clock.js';
import { type ApiDatabase, CLOCK, DATABASE, LOGGER } from '../engines/engines.js';
import { ChangedRights } from './changed-rights.js';
import { pollChanges } from './poll-changes.js';

/** An event that is not projected after this time is late. */
const LATE_AFTER_MS = 5_000;

/** The end of the log at a moment, until it is projected. */
interface Awaited {
  readonly position: number;
  /** By the node's clock, in ms. */
  readonly since: number;
}

/**
 * What is waited for now. A busy log always has an end that is not projected: what counts is since when one and the same position was
 * waited for.
 */
export function awaitedAfter(
  before: Awaited | null,
  { head, projected, now }: { readonly head: number; readonly projected: number; readonly now: number },
): Awaited | null {
  if (before !== null && projected < before.position) return before;
  return projected < head ? { position: head, since: now } : null;
}

/**
 * Whether the read models are late, as when the worker hangs: then every page shows less than what was done, also one that did nothing
 * itself, and says so.
 */
@Injectable()
export class ProjectionDelay {
  private readonly stopping = new AbortController();
  private awaited: Awaited | null = null;
  private late = false;

  constructor(
    private readonly changedRights: ChangedRights,
    @Inject(DATABASE) private readonly database: ApiDatabase,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  get isLate(): boolean {
    return this.late;
  }

  /**
   * Calls `onChange` when the read models become late, and when they have caught up. Does not look while `isNeeded` returns false. While the
   * database cannot be read, the last result stands.
   */
  start(isNeeded: () => boolean, onChange: (isLate: boolean) => void): void {
    void pollChanges<boolean>({
      read: (before) => (isNeeded() ? this.look(before) : before),
      known: false,
      onChange: (isLate) => {
        this.late = isLate;
        onChange(isLate);
      },
      clock: this.clock,
      signal: this.stopping.signal,
    });
  }

  /** Does not wait for a read, which may take long while the database is away. */
  stop(): void {
    this.stopping.abort();
  }

  private async look(before: boolean): Promise<boolean> {
    try {
      const { db } = this.database;
      const { head } = this.changedRights;
      if (head === null) return before;
      // The database is asked only if no notification has said that all is projected.
      const notified = notifiedPosition(db);
      const projected = notified !== null && notified >= head ? notified : await projectedPosition(db);
      if (projected === null) return before;
      const now = this.clock.now();
      this.awaited = awaitedAfter(this.awaited, { head, projected, now });
      return this.awaited !== null && now - this.awaited.since >= LATE_AFTER_MS;
    } catch (error) {
      if (!this.stopping.signal.aborted)
        this.logger.warn({ err: error }, 'cannot see whether the read models are late; trying again');
      return before;
    }
  }
}
