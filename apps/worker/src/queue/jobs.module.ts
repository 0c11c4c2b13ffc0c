import {
  Global,
  Inject,
  Injectable,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { EventStore } from '@throughline/event-store';
import { IDENTITY_ADMIN, identityAdminOf, type Logger, type WorkerConfig } from '@throughline/platform';
import { CONFIG, DATABASE, EVENT_STORE, LOGGER, type WorkerDatabase } from '../engines/engines.js';
import { retryParkedStream } from '../consumer/retry-parked-stream.js';
import { FailedJobs } from '../failure/failed-jobs.js';
import { RETRY_PARKED, type RetryParked } from '../failure/retry-failure/retry-failure.job.js';
import { JOB_QUEUE, type JobQueue } from './job-queue.js';
import { openQueue } from './open-queue.js';
import { ModuleRef } from '@nestjs/core';
import type { AnyJobProcessor } from './job.js';
import { checkJobs, JOBS } from './jobs.js';
import { builtInScanner, clamAvScanner, FILE_SCANNER } from '../file/check-file/file-scanner.js';
import { EvidencePrinter } from '../file/export-evidence/evidence-printer.js';
import { SubmissionPrinter } from '../file/generate-submission-pdf/submission-printer.js';
import { MailAllowance } from '../mail/mail-allowance.js';
import { Sweeper } from '../sweeper/sweeper.js';

@Global()
@Module({
  providers: [
    {
      provide: JOB_QUEUE,
      useFactory: ({ databaseUrl, redisUrl, redisPrefix }: WorkerConfig, log: Logger) =>
        openQueue({ databaseUrl, redisUrl, redisPrefix, log }),
      inject: [CONFIG, LOGGER],
    },
  ],
  exports: [JOB_QUEUE],
})
export class QueueModule implements OnApplicationShutdown {
  constructor(@Inject(JOB_QUEUE) private readonly queue: JobQueue) {}

  onApplicationShutdown(): Promise<void> {
    return this.queue.close();
  }
}

/** Takes jobs from the queue. Throws at boot when the list of jobs is not consistent (`checkJobs`). */
@Injectable()
export class JobRunner implements OnApplicationBootstrap {
  private readonly jobs = checkJobs(JOBS);

  constructor(
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    private readonly modules: ModuleRef,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const jobs = this.jobs.map((job) => ({ job, processor: this.modules.get<AnyJobProcessor>(job.processor) }));
    for (const { processor } of jobs) processor.warmUp?.();
    await this.queue.work(jobs);
  }
}

/** The job queue, the processors of its jobs, and the sweeper. */
@Module({
  imports: [QueueModule],
  providers: [
    { provide: MailAllowance, useFactory: ({ db }: WorkerDatabase) => new MailAllowance(db), inject: [DATABASE] },
    { provide: EvidencePrinter, useFactory: () => new EvidencePrinter() },
    { provide: SubmissionPrinter, useFactory: () => new SubmissionPrinter() },
    { provide: IDENTITY_ADMIN, useFactory: (config: WorkerConfig) => identityAdminOf(config), inject: [CONFIG] },
    {
      provide: FILE_SCANNER,
      useFactory: ({ clamavUrl }: WorkerConfig) => (clamavUrl ? clamAvScanner(clamavUrl) : builtInScanner),
      inject: [CONFIG],
    },
    {
      provide: RETRY_PARKED,
      useFactory:
        ({ db }: WorkerDatabase, store: EventStore, queue: JobQueue, config: WorkerConfig): RetryParked =>
        (parked) =>
          retryParkedStream({ db, store, queue, config }, parked),
      inject: [DATABASE, EVENT_STORE, JOB_QUEUE, CONFIG],
    },
    FailedJobs,
    ...JOBS.map(({ processor }) => processor),
    JobRunner,
    Sweeper,
  ],
  exports: [QueueModule],
})
export class JobsModule {}
