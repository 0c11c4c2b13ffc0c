import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Failure, failureDecider } from '@throughline/domain';
import { handleCommand, systemContext } from '@throughline/event-store';
import { listFailures } from '@throughline/read-models';
import { type Engines, openEngines } from '@throughline/read-models/testing';
import pino from 'pino';
import type { WorkerDatabase } from '../../engines/engines.js';
import type { FailedJob } from '../../queue/job-queue.js';
import { retryParkedStream } from '../../consumer/retry-parked-stream.js';
import { FailedJobs } from '../failed-jobs.js';
import { RetryFailure, type RetryParked } from './retry-failure.job.js';

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(() => engines.close());

const failedAt = new Date('2026-11-23T10:00:00.000Z');
const failedJob: FailedJob = { id: 'pdf.1', name: 'check-file', data: {}, reason: 'no', attempts: 8, failedAt };
const aJob: Failure = { kind: 'job', jobId: 'pdf.1', name: 'check-file', failedAt: failedAt.toISOString() };
const aStream: Failure = { kind: 'parked', consumer: 'note_v9', stream: 'note-1', position: 7 };

/** A queue with these failed jobs, and a consumer whose retry of the stream succeeds or not; absent: the consumers of this release. */
function processorWith(failed: FailedJob[], isTakenUp?: boolean) {
  const queue = {
    failed: () => Promise.resolve(failed),
    retry: (id: string) => Promise.resolve(failed.splice(failed.findIndex((job) => job.id === id) >>> 0, 1).length > 0),
  };
  const database = { db: engines.db } as WorkerDatabase;
  const failedJobs = new FailedJobs(database, queue, pino({ enabled: false }));
  const runsOn = { db: engines.db, store: engines.store, queue: { plan: () => Promise.resolve() }, config: {} };
  const retryParked: RetryParked = (parked) =>
    isTakenUp === undefined ? retryParkedStream(runsOn, parked) : Promise.resolve(isTakenUp);
  return {
    queue,
    failedJobs,
    job: new RetryFailure(engines.store, database, queue, retryParked, failedJobs, () => new Date()),
  };
}

async function ordered(failure: Failure): Promise<string> {
  const actId = randomUUID();
  await handleCommand(engines.store, {
    decider: failureDecider,
    id: actId,
    command: { type: 'RetryFailure', data: { actId, failure, reason: 'Mended' } },
    context: systemContext(randomUUID(), new Date().toISOString()),
  });
  return actId;
}

async function outcomesOf(actId: string): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for await (const { type, data } of engines.store.readStream(`failure-${actId}`)) {
    if (type === 'FailureRetrySettled') outcomes.push((data as { outcome: string }).outcome);
  }
  return outcomes;
}

describe('A retry that an administrator ordered', () => {
  it('puts a failed job back into the queue, once, and it is no longer listed', async () => {
    const { failedJobs, job } = processorWith([failedJob]);
    await failedJobs.save();
    expect((await listFailures(engines.db)).jobs).toMatchObject([{ jobId: 'pdf.1', attempts: 8, failedAt }]);
    const actId = await ordered(aJob);
    await job.process({ actId });
    await job.process({ actId });
    expect(await outcomesOf(actId)).toEqual(['done']);
    expect((await listFailures(engines.db)).jobs).toEqual([]);
  });

  it('is recorded although the list of failed jobs cannot be written', async () => {
    const { queue, job } = processorWith([failedJob]);
    queue.failed = () => Promise.reject(new Error('away'));
    const actId = await ordered(aJob);
    await expect(job.process({ actId })).rejects.toThrow('away');
    await job.process({ actId });
    expect(await outcomesOf(actId)).toEqual(['done']);
  });

  it('says that a job has succeeded meanwhile', async () => {
    const actId = await ordered(aJob);
    await processorWith([]).job.process({ actId });
    expect(await outcomesOf(actId)).toEqual(['gone']);
  });

  it.each([
    [true, 'done'],
    [false, 'failed-again'],
    [undefined, 'failed-again'], // this release has no consumer of that name
  ])('has a parked stream taken up: %s', async (isTakenUp, outcome) => {
    const { consumer, stream, position } = aStream;
    const row = { consumer, stream, position, error: 'a fault', unknown_type: null };
    await engines.db
      .insertInto('parked_stream')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const actId = await ordered(aStream);
    await processorWith([], isTakenUp).job.process({ actId });
    expect(await outcomesOf(actId)).toEqual([outcome]);
  });
});
