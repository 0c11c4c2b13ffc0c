import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { EventStore } from '@throughline/event-store';
import type { FileStore, Logger, WorkerConfig } from '@throughline/platform';
import { setTimeout as pause } from 'node:timers/promises';
import { CONFIG, DATABASE, EVENT_STORE, FILES, LOGGER, type WorkerDatabase } from '../engines/engines.js';
import { type JobQueue, QueueAway } from '../queue/job-queue.js';
import { JOB_QUEUE } from '../queue/queue.js';
import { removeUnnamedFiles } from './remove-unnamed-files.js';
import { type TimerPlace, timersToPlan } from './timers-to-plan.js';
import { readModelsReach, whatIsMissing } from './what-is-missing.js';

/** Between two looks whether the read models are ready for the first sweep, in milliseconds. */
const SOON_MS = 500;

/**
 * Plans what falls due, plans again what should exist and does not, and removes files that should not: a queue that was lost or flushed costs time, never work,
 * and a process that died leaves nothing for good. Safe in many processes.
 */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stopping = new AbortController();
  private stopped: Promise<void> = Promise.resolve();
  private timersSeen: TimerPlace | null = null;

  constructor(
    @Inject(DATABASE) private readonly database: WorkerDatabase,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    @Inject(CONFIG) private readonly config: WorkerConfig,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.stopped = this.sweepUntilStopped();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.stopped;
  }

  /** One sweep. */
  async sweep(): Promise<void> {
    const opensAccounts = this.config.identityApiToken !== undefined;
    const now = new Date();
    // First, as nobody else plans most of them: whatever fails after it has a planner, or can wait.
    const timers = await timersToPlan(this.database.db, { now, after: this.timersSeen });
    await this.queue.plan(timers.jobs);
    this.timersSeen = timers.next;
    await this.queue.plan(await whatIsMissing(this.database.db, { now, opensAccounts }));
    const { store, files } = this;
    const removed = await removeUnnamedFiles({ store, files, now, signal: this.stopping.signal });
    if (removed > 0) this.log.info({ removed }, 'files removed that no event names');
  }

  /** The first sweep waits until the read models know all that the log held at the start: before that they miss what is not missing. */
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
        if (!(error instanceof QueueAway)) this.log.warn({ err: error }, 'sweep failed, the next one tries again');
      }
      await pause(ready ? this.config.sweepEveryMs : SOON_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
