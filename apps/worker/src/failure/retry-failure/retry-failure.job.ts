import { Inject, Injectable } from '@nestjs/common';
import { type Failure, failureDecider, type RetryOutcome } from '@throughline/domain';
import { derivedCommandId, type EventStore, handleCommand, readState, systemContext } from '@throughline/event-store';
import { parkedAt } from '@throughline/read-models';
import { z } from 'zod';
import { type Clock, CLOCK, DATABASE, EVENT_STORE, type WorkerDatabase } from '../../engines/engines.js';
import { type Job, type JobProcessor, when } from '../../queue/job.js';
import { JOB_QUEUE, type JobQueue } from '../../queue/job-queue.js';
import { FailedJobs } from '../failed-jobs.js';

const data = z.object({ actId: z.string() });
type Data = z.infer<typeof data>;

/** Namespace of the command ids. */
const SETTLED = 'c1f0a7d4-6a52-4a3e-8a1c-0f6b0f3f7a35';

/** Token of `retryParkedStream` with the worker's engines. */
export const RETRY_PARKED = Symbol('retry of a parked stream');
export type RetryParked = (parked: {
  readonly consumer: string;
  readonly stream: string;
}) => Promise<boolean | undefined>;

/**
 * Retries the failure that an administrator named, and records the outcome. A second run does nothing, unless the first one ended before it
 * recorded the outcome: then it finds the failure gone, and records that.
 */
@Injectable()
export class RetryFailure implements JobProcessor<Data> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DATABASE) private readonly database: WorkerDatabase,
    @Inject(JOB_QUEUE) private readonly queue: Pick<JobQueue, 'retry'>,
    @Inject(RETRY_PARKED) private readonly retryParked: RetryParked,
    private readonly failedJobs: FailedJobs,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async process({ actId }: Data): Promise<void> {
    const { state } = await readState(this.store, failureDecider, actId);
    if (state.status !== 'ordered') return;
    const outcome = await this.retry(state.failure);
    await handleCommand(this.store, {
      decider: failureDecider,
      id: actId,
      command: { type: 'SettleRetry', data: { actId, outcome } },
      context: systemContext(derivedCommandId(SETTLED, actId), this.now().toISOString()),
    });
    if (state.failure.kind === 'job') await this.failedJobs.save();
  }

  private async retry(failure: Failure): Promise<RetryOutcome> {
    if (failure.kind === 'job') return (await this.queue.retry(failure.jobId)) ? 'done' : 'gone';
    const { consumer, stream } = failure;
    const parked = await parkedAt(this.database.db, [consumer], [stream]);
    if (parked.size === 0) return 'gone';
    // The stream stays parked also if this release has no such consumer.
    return (await this.retryParked(failure)) ? 'done' : 'failed-again';
  }
}

export const retryFailure: Job<Data> = {
  name: 'retry-failure',
  data,
  id: ({ actId }) => `retry.${actId}`,
  processor: RetryFailure,
  plannedBy: [when(failureDecider, 'FailureRetryOrdered', ({ data: { actId } }) => ({ actId }))],
  findMissing: async ({ db, limit }) => {
    const rows = await db
      .selectFrom('failure_act')
      .where('outcome', 'is', null)
      .orderBy('act_id')
      .limit(limit)
      .select('act_id')
      .execute();
    return { jobs: rows.map((row) => ({ data: { actId: row.act_id } })) };
  },
};
