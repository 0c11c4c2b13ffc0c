import { type Logger, withAdvisoryLock } from '@throughline/platform';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DATABASE, LOGGER, type WorkerDatabase } from '../engines/engines.js';
import { QueueUnavailable } from '../queue/job-queue.js';

/** Milliseconds before a process that failed, or lost the leadership, tries to lead again. */
const BACK_OFF_MS = 500;
/** A leader without a heartbeat for this many milliseconds, or with a failure within them, counts as unhealthy. */
const MAX_BEAT_AGE_MS = 5_000;

export type LoopRole = 'starting' | 'standby' | 'leading';

/** The role of a consumer's loop and the time of its last iteration, which the loop reports itself. */
export class Heartbeat {
  private current: LoopRole = 'starting';
  private lastBeat = performance.now();
  private failedAt = Number.NEGATIVE_INFINITY;

  beat(role: LoopRole): void {
    this.current = role;
    this.lastBeat = performance.now();
  }

  /** The loop ended with an error and will be restarted. */
  fail(): void {
    this.failedAt = performance.now();
  }

  get role(): LoopRole {
    return this.current;
  }

  get ageMs(): number {
    return Math.round(performance.now() - this.lastBeat);
  }

  /** A loop on standby has nothing to do and counts as healthy. */
  get well(): boolean {
    if (performance.now() - this.failedAt < MAX_BEAT_AGE_MS) return false;
    return this.current === 'standby' || (this.current === 'leading' && this.ageMs < MAX_BEAT_AGE_MS);
  }
}

export interface RunAsLeader {
  readonly pool: Pool;
  /** One process leads for each name, among all processes that use the same database. */
  readonly name: string;
  readonly signal: AbortSignal;
  /** `leading` is aborted with `signal`, and when the leadership is lost. */
  readonly work: (leading: AbortSignal) => Promise<void>;
  /** Called when the process waits for the leadership. */
  readonly onStandby: () => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Does the work while this process leads, and waits for the leadership while another one does. Tries again when the work fails or the
 * leadership is lost. Ends when `signal` is aborted; never throws. The leadership ends with the database session that holds the lock. A
 * process may not know yet that it has lost it, so its writes must be compare-and-set.
 */
export async function runAsLeader({ pool, name, signal, work, onStandby, onError }: RunAsLeader): Promise<void> {
  while (!signal.aborted) {
    onStandby();
    try {
      await withAdvisoryLock(pool, `throughline/${name}`, (lost) => work(AbortSignal.any([signal, lost])), { signal });
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
    await pause(BACK_OFF_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Follows the log, in one process at a time. */
export interface Consumer {
  /** Part of the name of the leader's lock: never change it. */
  readonly name: string;
  /** Runs until `leading` is aborted, and calls `onHeartbeat` at each iteration. An error is logged, and the consumer restarted. */
  run(leading: AbortSignal, onHeartbeat: () => void): Promise<void>;
}

/** Token of all consumers, an array. */
export const CONSUMERS = Symbol('consumers');

/** Starts and stops every consumer with the worker, restarts one that fails, and keeps their heartbeats. */
@Injectable()
export class ConsumerHost implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly heartbeats: ReadonlyMap<string, Heartbeat>;
  private readonly stopping = new AbortController();
  private stopped: Promise<unknown> = Promise.resolve();

  constructor(
    @Inject(CONSUMERS) private readonly consumers: readonly Consumer[],
    @Inject(DATABASE) private readonly database: WorkerDatabase,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.heartbeats = new Map(consumers.map(({ name }) => [name, new Heartbeat()]));
  }

  onApplicationBootstrap(): void {
    this.stopped = Promise.all(this.consumers.map((consumer) => this.follow(consumer)));
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.stopped;
  }

  private follow(consumer: Consumer): Promise<void> {
    const { name } = consumer;
    const heartbeat = this.heartbeats.get(name)!;
    return runAsLeader({
      pool: this.database.pool,
      name,
      signal: this.stopping.signal,
      work: (leading) => consumer.run(leading, () => heartbeat.beat('leading')),
      onStandby: () => heartbeat.beat('standby'),
      onError: (error) => {
        heartbeat.fail();
        // The queue logs its own outage.
        if (!(error instanceof QueueUnavailable))
          this.log.error({ err: error, consumer: name }, 'consumer failed, starting over');
      },
    });
  }
}
