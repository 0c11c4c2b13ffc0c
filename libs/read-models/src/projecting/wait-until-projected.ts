import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';
import { projectedPosition } from './checkpoint.js';

/** From one look to the next while nobody tells. */
const POLL_MS = 10;
/** So long whoever waits counts on being told. */
const TOLD_MS = 40;

type Db = Kysely<ReadModelSchema>;

/**
 * Waits until every active read model has taken in the event at `position`, so that a person sees their own change. Answers
 * false when that took longer than `timeoutMs`: the caller reads what is there. Before the first event there is nothing to wait for.
 */
export function waitUntilProjected(
  db: Db,
  position: number,
  { timeoutMs = 2_000 }: { readonly timeoutMs?: number } = {},
): Promise<boolean> {
  return position <= 0 ? Promise.resolve(true) : lookoutOf(db).reach(position, timeoutMs);
}

/**
 * What a process hears of the projector (`readHint`) spares those who wait in it most questions. Null: it hears no more, and what it
 * heard does not count any longer.
 */
export function tellProjected(db: Db, position: number | null): void {
  lookoutOf(db).hear(position);
}

interface Waiting {
  readonly position: number;
  /** As `performance.now()`. */
  readonly since: number;
  readonly deadline: number;
  readonly resolve: (inTime: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Looks for everybody who waits in this process: on a busy day one question answers dozens. */
class Lookout {
  #waiting: Waiting[] = [];
  #looking = false;
  #heard: number | null = null;

  constructor(private readonly db: Db) {}

  hear(position: number | null): void {
    this.#heard = position;
    if (position !== null) this.#answer(position);
  }

  reach(position: number, timeoutMs: number): Promise<boolean> {
    if (this.#heard !== null && position <= this.#heard) return Promise.resolve(true);
    return new Promise((resolve, reject) => {
      const since = performance.now();
      this.#waiting.push({ position, since, deadline: since + timeoutMs, resolve, reject });
      if (!this.#looking) void this.#look();
    });
  }

  async #look(): Promise<void> {
    this.#looking = true;
    for (let lookedAt = -Infinity; this.#waiting.length > 0;) {
      const now = performance.now();
      const due = this.#heard === null ? lookedAt + POLL_MS : Math.max(lookedAt, this.#waiting[0]!.since) + TOLD_MS;
      if (now < due) {
        await pause(due - now);
        continue;
      }
      lookedAt = now;
      try {
        this.#answer((await projectedPosition(this.db)) ?? -1);
      } catch (error) {
        for (const { reject } of this.#waiting.splice(0)) reject(error);
      }
    }
    this.#looking = false;
  }

  #answer(reached: number): void {
    const now = performance.now();
    const going = this.#waiting;
    this.#waiting = [];
    for (const one of going) {
      if (one.position <= reached) one.resolve(true);
      else if (one.deadline <= now) one.resolve(false);
      else this.#waiting.push(one);
    }
  }
}

const lookouts = new WeakMap<Db, Lookout>();

function lookoutOf(db: Db): Lookout {
  const lookout = lookouts.get(db) ?? new Lookout(db);
  lookouts.set(db, lookout);
  return lookout;
}
