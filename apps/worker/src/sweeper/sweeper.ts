import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '@throughline/platform';
import { setTimeout as pause } from 'node:timers/promises';
import { DATABASE, LOGGER, type WorkerDatabase } from '../engines/engines.js';
import type { JobQueue } from '../queue/open-queue.js';
import { JOB_QUEUE } from '../queue/queue.js';
import { whatIsMissing } from './what-is-missing.js';

/** Between two sweeps, and until the read models are there, in milliseconds. */
const EVERY_MS = 30_000;
const SOON_MS = 500;

/** Plans again what should exist and does not: a queue that was lost or flushed costs time, never work. Safe in many processes. */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stopping = new AbortController();
  private stopped: Promise<void> = Promise.resolve();

  constructor(
    @Inject(DATABASE) private readonly database: WorkerDatabase,
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.stopped = this.sweepUntilStopped();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.stopped;
  }

  /** One sweep; false when there is nothing to read yet. */
  async sweep(): Promise<boolean> {
    const missing = await whatIsMissing(this.database.db);
    if (missing === null) return false;
    await this.queue.plan(missing);
    return true;
  }

  private async sweepUntilStopped(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const swept = await this.sweep().catch((error: unknown) => {
        this.log.warn({ err: error }, 'sweep failed, the next one tries again');
        return true;
      });
      await pause(swept ? EVERY_MS : SOON_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
