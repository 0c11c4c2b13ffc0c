import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '@throughline/platform';
import { setTimeout as pause } from 'node:timers/promises';
import { DATABASE, LOGGER, type WorkerDatabase } from '../engines/engines.js';
import type { JobQueue } from '../queue/open-queue.js';
import { JOB_QUEUE } from '../queue/queue.js';
import { whatIsMissing } from './what-is-missing.js';

/** Between two sweeps, in milliseconds. */
const EVERY_MS = 30_000;

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

  /** One sweep; how many jobs it planned, those that waited already among them. */
  async sweep(): Promise<number> {
    const missing = await whatIsMissing(this.database.db);
    await this.queue.plan(missing);
    return missing.length;
  }

  private async sweepUntilStopped(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.sweep().catch((error: unknown) =>
        this.log.warn({ err: error }, 'sweep failed, the next one tries again'),
      );
      await pause(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
