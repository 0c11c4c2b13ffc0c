import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';
import { projectedPosition } from './checkpoint.js';

const POLL_MS = 10;

/**
 * Waits until every active read model has taken in the event at `position`, so that a person sees their own change. Answers
 * false when that took longer than `timeoutMs`: the caller reads what is there. Before the first event there is nothing to wait for.
 */
export function waitUntilProjected(
  db: Kysely<ReadModelSchema>,
  position: number,
  { timeoutMs = 2_000 }: { readonly timeoutMs?: number } = {},
): Promise<boolean> {
  if (position <= 0) return Promise.resolve(true);
  const lookout = lookouts.get(db) ?? new Lookout(db);
  lookouts.set(db, lookout);
  return lookout.reach(position, timeoutMs);
}

interface Waiting {
  readonly position: number;
  readonly deadline: number;
  readonly resolve: (inTime: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Looks for everybody who waits in this process: on a busy day one question answers dozens. */
class Lookout {
  #waiting: Waiting[] = [];
  #looking = false;

  constructor(private readonly db: Kysely<ReadModelSchema>) {}

  reach(position: number, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ position, deadline: performance.now() + timeoutMs, resolve, reject });
      if (!this.#looking) void this.#look();
    });
  }

  async #look(): Promise<void> {
    this.#looking = true;
    while (this.#waiting.length > 0) {
      try {
        this.#answer((await projectedPosition(this.db)) ?? -1);
      } catch (error) {
        for (const { reject } of this.#waiting.splice(0)) reject(error);
      }
      if (this.#waiting.length > 0) await pause(POLL_MS);
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

const lookouts = new WeakMap<Kysely<ReadModelSchema>, Lookout>();
