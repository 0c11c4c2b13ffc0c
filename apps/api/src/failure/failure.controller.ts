import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type FailureRow, failureRoutes, recertificationId } from '@throughline/contracts';
import { type Failure, failureDecider, failureKey, isReferralId, mayDiscard } from '@throughline/domain';
import { type EventStore, readState } from '@throughline/event-store';
import { listFailures } from '@throughline/read-models';
import { AccessLog } from '../access-log/access-log.js';
import { CommandResult } from '../command/command-context.js';
import { ExecuteCommand } from '../command/execute-command.js';
import { type ApiDatabase, DATABASE, EVENT_STORE } from '../engines/engines.js';
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
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly accessLog: AccessLog,
  ) {}

  @Serves(failureRoutes.list)
  list({ query: { minPosition }, caller }: FailureRequest<'list'>): Promise<readonly FailureRow[]> {
    return this.readModels.readAt(minPosition, async (db) => {
      const listed = await failuresIn(db);
      const rows = listed.map(({ row }) => row);
      await this.accessLog.record({ caller, screen: 'Failed jobs', rowIds: rows.map(({ key }) => key) });
      return rows;
    });
  }

  @Serves(failureRoutes.retry)
  retry(request: FailureRequest<'retry'>) {
    return this.act('RetryFailure', request);
  }

  @Serves(failureRoutes.discard)
  discard(request: FailureRequest<'discard'>) {
    return this.act('DiscardFailure', request);
  }

  private async act(
    type: 'RetryFailure' | 'DiscardFailure',
    { body: { key, reason }, context }: FailureRequest<'retry' | 'discard'>,
  ) {
    const listed = (await failuresIn(this.database.db)).find(({ row }) => row.key === key);
    if (!listed) {
      // The failure that this request has retried or discarded before is no longer listed.
      const done = await readState(this.store, failureDecider, context.seed);
      if (done.revision >= 0) return new CommandResult(null, await this.store.head());
      throw notFound('failure');
    }
    const data = { actId: context.seed, failure: listed.failure, reason };
    return this.commands.execute(new ExecuteCommand(failureDecider, data.actId, { type, data }, context));
  }
}

async function failuresIn(db: ApiDatabase['db']): Promise<readonly Listed[]> {
  const { jobs, parked, retries } = await listFailures(db);
  const listed = (
    failure: Failure,
    facts: Pick<FailureRow, 'name' | 'subject' | 'referralId' | 'attempts'> & Happened,
  ): Listed => {
    const { cause, since, ...row } = facts;
    const key = failureKey(failure);
    const retry = retries.get(key);
    return {
      failure,
      row: {
        ...row,
        key,
        kind: failure.kind,
        mayDiscard: mayDiscard(failure),
        cause: firstLineOf(cause),
        since: since.toISOString(),
        lastRetry: retry ? { ...retry, at: retry.at.toISOString() } : null,
      },
    };
  };
  return [
    ...jobs.map(({ jobId, name, data, reason, attempts, failedAt }) =>
      listed(
        { kind: 'job', jobId, name, failedAt: failedAt.toISOString() },
        {
          name,
          subject: Object.values(data).join(', '),
          referralId: caseOf(data),
          attempts,
          cause: reason,
          since: failedAt,
        },
      ),
    ),
    ...parked.map(({ consumer, stream, position, error, parkedAt }) =>
      listed(
        { kind: 'parked', consumer, stream, position },
        {
          name: consumer,
          subject: stream,
          referralId: caseOf({ stream }),
          attempts: null,
          cause: error,
          since: parkedAt,
        },
      ),
    ),
  ].sort((one, other) => one.row.since.localeCompare(other.row.since));
}

interface Happened {
  readonly cause: string;
  readonly since: Date;
}

/** The referral or recertification that the work is about. The id of a notification's mail begins with the stream (`mailIdOf`). */
function caseOf({ referralId, stream, mailId }: Readonly<Record<string, unknown>>): string | null {
  const idIn = (of: unknown) => (typeof of === 'string' ? of.split('-')[1] : undefined);
  return [referralId, idIn(stream), idIn(mailId)].find(isCaseId) ?? null;
}

const isCaseId = (id: unknown): id is string =>
  typeof id === 'string' && (isReferralId(id) || recertificationId.safeParse(id).success);

const MAX_CAUSE_LENGTH = 300;

const firstLineOf = (error: string): string => (error.split('\n')[0] ?? '').slice(0, MAX_CAUSE_LENGTH);
