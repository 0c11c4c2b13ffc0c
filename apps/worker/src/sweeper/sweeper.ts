import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { EventStore } from '@throughline/event-store';
import type { FileStore, Logger, WorkerConfig } from '@throughline/platform';
import { readModelsReach } from '@throughline/read-models';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Clock,
  CLOCK,
  CONFIG,
  DATABASE,
  EVENT_STORE,
  FILES,
  LOGGER,
  type WorkerDatabase,
} from '../engines/engines.js';
import { JOB_QUEUE, type JobQueue, QueueUnavailable } from '../queue/job-queue.js';
import { JOBS } from '../queue/jobs.js';
import { Reconciler } from './reconciler.js';
import { removeUnnamedFiles } from './remove-unnamed-files.js';

/** Milliseconds between two checks whether the read models are ready for the first sweep. */
const READY_CHECK_INTERVAL_MS = 500;

/**
 * Plans due days and every job that is missing from the queue, and removes files that no event names. So losing the queue delays jobs but
 * loses none, and the files of a process that died are removed. Several processes may sweep at once.
 */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stopping = new AbortController();
  private stopped: Promise<void> = Promise.resolve();
  private readonly reconciler = new Reconciler(JOBS);
  private readonly intervalMs: number;

  constructor(
    @Inject(DATABASE) private readonly database: WorkerDatabase,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    @Inject(CONFIG) private readonly config: WorkerConfig,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    // A due day that is shorter than the interval (`TASK_DAY_MS`) would be recorded late.
    this.intervalMs = Math.min(config.sweepEveryMs, config.taskDayMs ?? Infinity);
  }

  onApplicationBootstrap(): void {
    this.stopped = this.sweepUntilStopped();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.stopped;
  }

  /** One sweep. */
  async sweep(): Promise<void> {
    const now = this.now();
    for await (const jobs of this.reconciler.find({ db: this.database.db, now, config: this.config })) {
      await this.queue.plan(jobs);
    }
    const { store, files } = this;
    const removed = await removeUnnamedFiles({ store, files, now, signal: this.stopping.signal });
    if (removed > 0) this.log.info({ removed }, 'files removed that no event names');
  }

  /**
   * The first sweep waits until the read models have reached the position that the log had at the start. Before that, jobs would seem to be
   * missing.
   */
  private async sweepUntilStopped(): Promise<void> {
    const { signal } = this.stopping;
    let atStart: number | null = null;
    let ready = false;
    while (!signal.aborted) {
      try {
        atStart ??= await this.store.head();
        ready ||= await readModelsReach(this.database.db, atStart);
        if (ready) await this.sweep();
      } catch (error) {
        if (!(error instanceof QueueUnavailable))
          this.log.warn({ err: error }, 'sweep failed, the next one tries again');
      }
      await pause(ready ? this.intervalMs : READY_CHECK_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
