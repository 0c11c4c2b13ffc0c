import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '@throughline/platform';
import { saveFailedJobs } from '@throughline/read-models';
import { DATABASE, LOGGER, type WorkerDatabase } from '../engines/engines.js';
import { JOB_QUEUE, type JobQueue, QueueUnavailable } from '../queue/job-queue.js';

const INTERVAL_MS = 5_000;

/** Writes the failed jobs of the queue into a table every few seconds. The API lists that table, because it has no access to the queue. */
@Injectable()
export class FailedJobs implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stopping = new AbortController();
  private stopped: Promise<void> = Promise.resolve();
  /** The list that was last written: an unchanged list is not written again. */
  private written: string | null = null;

  constructor(
    @Inject(DATABASE) private readonly database: WorkerDatabase,
    @Inject(JOB_QUEUE) private readonly queue: Pick<JobQueue, 'failed'>,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.stopped = this.saveUntilStopped();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.stopped;
  }

  async save(): Promise<void> {
    const failed = await this.queue.failed();
    const jobs = failed.map(({ id, ...job }) => ({ jobId: id, ...job }));
    const list = JSON.stringify(jobs);
    if (list === this.written) return;
    await saveFailedJobs(this.database.db, jobs);
    this.written = list;
  }

  private async saveUntilStopped(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.save();
      } catch (error) {
        this.written = null;
        if (!(error instanceof QueueUnavailable)) this.log.warn({ err: error }, 'failed jobs could not be listed');
      }
      await pause(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
