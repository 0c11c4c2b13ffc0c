import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type FailureRow, failureRoutes } from '@throughline/contracts';
import { type Failure, failureDecider, failureKey, mayDiscard } from '@throughline/domain';
import { listFailures } from '@throughline/read-models';
import { AccessLog } from '../access-log/access-log.js';
import { ExecuteCommand } from '../command/execute-command.js';
import { type ApiDatabase, DATABASE } from '../engines/engines.js';
import { ReadModels } from '../engines/read-models.js';
import { notFound } from '../http/http-error.js';
import { type RouteRequest, Serves } from '../http/serves.js';

type FailureRequest<Name extends keyof typeof failureRoutes> = RouteRequest<(typeof failureRoutes)[Name]>;

interface Listed {
  readonly failure: Failure;
  readonly row: FailureRow;
}

@Controller()
export class FailureController {
  constructor(
    private readonly commands: CommandBus,
    @Inject(DATABASE) private readonly database: ApiDatabase,
    private readonly readModels: ReadModels,
    private readonly accessLog: AccessLog,
  ) {}

  @Serves(failureRoutes.list)
  list({ query: { minPosition }, caller }: FailureRequest<'list'>): Promise<readonly FailureRow[]> {
    return this.readModels.readAt(minPosition, async (db) => {
      const listed = await failuresIn(db);
      await this.accessLog.record({ caller, screen: 'Failed jobs' });
      return listed.map(({ row }) => row);
    });
  }

  @Serves(failureRoutes.retry)
  async retry({ body: { key, reason }, context }: FailureRequest<'retry'>) {
    const data = { actId: context.seed, failure: await this.failureOf(key), reason };
    return this.commands.execute(
      new ExecuteCommand(failureDecider, data.actId, { type: 'RetryFailure', data }, context),
    );
  }

  @Serves(failureRoutes.discard)
  async discard({ body: { key, reason }, context }: FailureRequest<'discard'>) {
    const data = { actId: context.seed, failure: await this.failureOf(key), reason };
    return this.commands.execute(
      new ExecuteCommand(failureDecider, data.actId, { type: 'DiscardFailure', data }, context),
    );
  }

  private async failureOf(key: string): Promise<Failure> {
    const listed = (await failuresIn(this.database.db)).find(({ row }) => row.key === key);
    if (!listed) throw notFound('failure');
    return listed.failure;
  }
}

async function failuresIn(db: ApiDatabase['db']): Promise<readonly Listed[]> {
  const { jobs, parked, retries } = await listFailures(db);
  const listed = (failure: Failure, facts: Pick<FailureRow, 'name' | 'subject' | 'attempts'> & Happened): Listed => {
    const { cause, since, ...row } = facts;
    const key = failureKey(failure);
    const retry = retries.get(key);
    return {
      failure,
      row: {
        ...row,
        ...{ key, kind: failure.kind, mayDiscard: mayDiscard(failure), cause: firstLineOf(cause) },
        since: since.toISOString(),
        referralId: CASE_ID.exec(row.subject)?.[0] ?? null,
        lastRetry: retry ? { ...retry, at: retry.at.toISOString() } : null,
      },
    };
  };
  return [
    ...jobs.map(({ jobId, name, data, reason, attempts, failedAt }) =>
      listed(
        { kind: 'job', jobId, name, failedAt: failedAt.toISOString() },
        { name, subject: Object.values(data).join(', '), attempts, cause: reason, since: failedAt },
      ),
    ),
    ...parked.map(({ consumer, stream, position, error, parkedAt }) =>
      listed(
        { kind: 'parked', consumer, stream, position },
        { name: consumer, subject: stream, attempts: null, cause: error, since: parkedAt },
      ),
    ),
  ].sort((one, other) => one.row.since.localeCompare(other.row.since));
}

interface Happened {
  readonly cause: string;
  readonly since: Date;
}

/** Of a referral or a recertification. */
const CASE_ID = /(?<![\w])(?:R\d{15,}|\d{15})(?!\w)/;

const MAX_CAUSE_LENGTH = 300;

const firstLineOf = (error: string): string => (error.split('\n')[0] ?? '').slice(0, MAX_CAUSE_LENGTH);
