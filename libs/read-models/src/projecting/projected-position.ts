import { WakeableSleep } from '@throughline/platform';
import { type Kysely, sql } from 'kysely';
import { projectedPosition } from '../consumer/checkpoint.js';
import type { ReadModelSchema } from '../read-model-schema.js';

type Db = Kysely<ReadModelSchema>;

/** The channel on which the projector notifies after each committed batch. A notification may be lost, so listeners also poll. */
export const PROJECTED_CHANNEL = 'throughline_projected';

/** The result of a batch. */
export interface ProjectedNotification {
  /** Every active read model has projected the log up to this position. */
  readonly position: number;
  /** Changes that the batch added to the feed. */
  readonly changes: number;
}

/** Call it after the commit, outside a transaction: a NOTIFY in a transaction serialises it with every other one that notifies. */
export async function notifyProjected(db: Db, { position, changes }: ProjectedNotification): Promise<void> {
  await sql`select pg_notify(${PROJECTED_CHANNEL}, ${`${position} ${changes}`})`.execute(db);
}

/** Null when the payload has another form, such as that of another release. */
export function parseProjectedNotification(payload = ''): ProjectedNotification | null {
  const [, position, changes] = /^(\d+) (\d+)$/.exec(payload) ?? [];
  return position === undefined ? null : { position: Number(position), changes: Number(changes) };
}

/** Milliseconds between two reads of the checkpoint while no notifications arrive. */
const POLL_INTERVAL_MS = 10;
/** While notifications arrive, the checkpoint is read this many milliseconds after a request began to wait, in case one was lost. */
const SAFETY_NET_MS = 1_000;

/**
 * Waits until every active read model has projected the event at `position`, so that people see their own changes. Resolves with false
 * after `timeoutMs`: the caller then reads the present state. Does not wait before the first event.
 */
export function waitUntilProjected(
  db: Db,
  position: number,
  { timeoutMs = 2_000 }: { readonly timeoutMs?: number } = {},
): Promise<boolean> {
  return position <= 0 ? Promise.resolve(true) : trackerOf(db).reach(position, timeoutMs);
}

/**
 * Passes the position of a notification to the waiting requests of this process, which saves most reads of the checkpoint. Null: the
 * listening connection was lost, so the last position no longer counts.
 */
export function reportProjected(db: Db, position: number | null): void {
  trackerOf(db).report(position);
}

/** The position of the last notification: reads from now on include the log up to it. Null: not known. */
export const notifiedPosition = (db: Db): number | null => trackerOf(db).reported;

interface Waiting {
  readonly position: number;
  /** In the time of `performance.now()`. */
  readonly since: number;
  readonly deadline: number;
  readonly resolve: (isProjected: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** One tracker per process: if many requests wait, one read of the checkpoint answers all of them. */
export class PositionTracker {
  #waiting: Waiting[] = [];
  #polling = false;
  readonly #sleep = new WakeableSleep();
  #reported: number | null = null;

  constructor(private readonly readPosition: () => Promise<number | null>) {}

  get reported(): number | null {
    return this.#reported;
  }

  report(position: number | null): void {
    this.#reported = position;
    if (position !== null) this.#settle(position);
    this.#sleep.wake();
  }

  reach(position: number, timeoutMs: number): Promise<boolean> {
    if (this.#reported !== null && position <= this.#reported) return Promise.resolve(true);
    return new Promise((resolve, reject) => {
      const since = performance.now();
      this.#waiting.push({ position, since, deadline: since + timeoutMs, resolve, reject });
      this.#sleep.wake();
      if (!this.#polling) void this.#poll();
    });
  }

  async #poll(): Promise<void> {
    this.#polling = true;
    let readAt = -Infinity;
    while (this.#waiting.length > 0) {
      const now = performance.now();
      const due = this.#nextRead(readAt);
      if (now < due) {
        await this.#sleep.for(due - now);
        continue;
      }
      readAt = now;
      try {
        this.#settle((await this.readPosition()) ?? -1);
      } catch (error) {
        for (const { reject } of this.#waiting.splice(0)) reject(error);
      }
    }
    this.#polling = false;
  }

  /** A request whose timeout is over is answered after one more read. */
  #nextRead(readAt: number): number {
    if (this.#reported === null) return readAt + POLL_INTERVAL_MS;
    const firstDeadline = Math.min(...this.#waiting.map(({ deadline }) => deadline));
    return Math.min(Math.max(readAt, this.#waiting[0]!.since) + SAFETY_NET_MS, firstDeadline);
  }

  #settle(reached: number): void {
    const now = performance.now();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) {
      if (one.position <= reached) one.resolve(true);
      else if (one.deadline <= now) one.resolve(false);
      else this.#waiting.push(one);
    }
  }
}

const trackers = new WeakMap<Db, PositionTracker>();

function trackerOf(db: Db): PositionTracker {
  const tracker = trackers.get(db) ?? new PositionTracker(() => projectedPosition(db));
  trackers.set(db, tracker);
  return tracker;
}
