import { type Failure, type FailureEvent, failureKey, failureOccurrence, type RetryOutcome } from '@throughline/domain';
import { type Insertable, type Kysely, sql } from 'kysely';
import { prepareConsumerTables } from '../consumer/consumer-tables.js';
import { rowPerEntity, type Timestamp } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';

export interface FailureActTable {
  act_id: string;
  failure_key: string;
  occurrence: string;
  act: 'retry' | 'discard';
  /** Null until the worker has executed it. */
  outcome: RetryOutcome | null;
  ordered_at: Timestamp;
  ordered_by: string | null;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    failure_act: FailureActTable;
  }
}

type Row = Insertable<FailureActTable>;

/** What administrators ordered for work that failed. */
export const failureActProjection = rowPerEntity<Row, FailureEvent>({
  name: 'failure-act',
  version: 1,
  categories: ['failure'],
  evolve: (row, event) => {
    const { type, data, metadata } = event;
    if (type === 'FailureRetrySettled') return row && { ...row, outcome: data.outcome };
    const isRetry = type === 'FailureRetryOrdered';
    return {
      act_id: data.actId,
      failure_key: failureKey(data.failure),
      occurrence: failureOccurrence(data.failure),
      act: isRetry ? 'retry' : 'discard',
      outcome: isRetry ? null : 'done',
      ordered_at: metadata.at,
      ordered_by: metadata.actor.email,
    };
  },
  key: 'act_id',
  columns: {
    act_id: 'text',
    failure_key: 'text',
    occurrence: 'text',
    act: 'text',
    outcome: 'text',
    ordered_at: 'timestamptz',
    ordered_by: 'text',
  },
  indexes: (table) => [`on ${table} (failure_key, ordered_at)`, `on ${table} (act_id) where outcome is null`],
});

/** A failed job, as the worker last saw it in the queue. */
export interface FailedJobRow {
  readonly jobId: string;
  readonly name: string;
  /** The ids that the job is about. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly reason: string;
  readonly attempts: number;
  readonly failedAt: Date;
}

/** Replaces the stored failed jobs by those of the queue. */
export async function saveFailedJobs(db: Kysely<ReadModelSchema>, jobs: readonly FailedJobRow[]): Promise<void> {
  await prepareConsumerTables(db);
  await db.transaction().execute(async (tx) => {
    // Several workers may save at the same time: the lock makes each replace the whole list.
    await sql`lock table failed_job in share row exclusive mode`.execute(tx);
    await tx.deleteFrom('failed_job').execute();
    if (jobs.length === 0) return;
    const rows = jobs.map(({ jobId, name, data, reason, attempts, failedAt }) => ({
      job_id: jobId,
      name,
      data: JSON.stringify(data),
      reason,
      attempts,
      failed_at: failedAt,
    }));
    await tx.insertInto('failed_job').values(rows).execute();
  });
}

export interface LastRetry {
  readonly at: Date;
  readonly by: string | null;
  readonly outcome: RetryOutcome | null;
}

export interface ListedFailures {
  readonly jobs: readonly FailedJobRow[];
  readonly parked: readonly {
    readonly consumer: string;
    readonly stream: string;
    readonly position: number;
    readonly error: string;
    readonly parkedAt: Date;
  }[];
  /** The last retry of each failure, by its key. */
  readonly retries: ReadonlyMap<string, LastRetry>;
}

/** A fault of a read model can park thousands of streams, and an outage can fail hundreds of jobs, so the list is limited. */
const MAX_LISTED = 100;

const failureOf = ({ jobId, name, failedAt }: FailedJobRow): Failure => ({
  kind: 'job',
  jobId,
  name,
  failedAt: failedAt.toISOString(),
});

/** Failed work that was not discarded, oldest first. The caller must check the permission. */
export async function listFailures(db: Kysely<ReadModelSchema>): Promise<ListedFailures> {
  // There is no limit here, because the rows include discarded jobs: the queue limits how many a worker saves.
  const failed = await db
    .selectFrom('failed_job')
    .select(['job_id as jobId', 'name', 'data', 'reason', 'attempts', 'failed_at as failedAt'])
    .orderBy('failed_at')
    .execute();
  const parked = await db
    .selectFrom('parked_stream')
    .select(['consumer', 'stream', 'position', 'error', 'parked_at as parkedAt'])
    .orderBy('parked_at')
    .limit(MAX_LISTED)
    .execute();
  const failures = [...failed.map(failureOf), ...parked.map((stream) => ({ kind: 'parked', ...stream }) as const)];
  const acts = await db
    .selectFrom('failure_act')
    .where('failure_key', '=', sql<string>`any(${failures.map(failureKey)}::text[])`)
    .orderBy('ordered_at')
    .select(['failure_key', 'occurrence', 'act', 'outcome', 'ordered_at', 'ordered_by'])
    .execute();
  const discarded = new Set(
    acts.filter(({ act }) => act === 'discard').map((one) => `${one.failure_key} ${one.occurrence}`),
  );
  const isDiscarded = (failure: Failure) => discarded.has(`${failureKey(failure)} ${failureOccurrence(failure)}`);
  const retries = acts
    .filter(({ act }) => act === 'retry')
    .map((one) => [one.failure_key, { at: one.ordered_at, by: one.ordered_by, outcome: one.outcome }] as const);
  return {
    jobs: failed.filter((job) => !isDiscarded(failureOf(job))).slice(0, MAX_LISTED),
    parked,
    retries: new Map(retries),
  };
}
