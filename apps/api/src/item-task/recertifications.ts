import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler, type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type {
  AnswerOf,
  listRecertificationsQuery,
  RecertificationDetail,
  RecertificationList,
} from '@throughline/contracts';
import {
  DomainError,
  evolveRecertification,
  type ItemTaskEvent,
  type OpenRecertification as OpenRecertificationCommand,
  type RecertificationAsOf,
  recertificationDecider,
  recertificationIdOf,
  recertificationStatus,
  type Recorded,
  referralDecider,
  renewalIdOf,
  requireRenewable,
} from '@throughline/domain';
import { type EventStore, type Handled, readState } from '@throughline/event-store';
import { feedPosition, listRecertifications, listTaskOutcomes, waitUntilProjected } from '@throughline/read-models';
import type { z } from 'zod';
import { AccessLog } from '../access-log/access-log.js';
import { type CommandContext, CommandResult } from '../command/command-context.js';
import { withDrawnId } from '../command/draw-id.js';
import { decideOn } from '../command/execute-command.js';
import { type ApiDatabase, DATABASE, EVENT_STORE } from '../engines/engines.js';
import { readList, ReadModels } from '../engines/read-models.js';
import { notFound } from '../http/http-error.js';
import type { Caller } from '../identity/caller.js';

type Opening = Omit<OpenRecertificationCommand['data'], 'referralId'>;
type OpenedTask = AnswerOf<'POST /tasks'>;

/** POST /tasks of a task that belongs to no referral. Returns the id of the task. */
export class OpenRecertification extends Command<CommandResult<OpenedTask>> {
  constructor(
    readonly data: Opening,
    /** Ids of open ones of the same referral and category: it is opened although they are. */
    readonly besides: readonly string[],
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(OpenRecertification)
export class OpenRecertificationHandler implements ICommandHandler<OpenRecertification> {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  async execute({ data, besides, context }: OpenRecertification): Promise<CommandResult<OpenedTask>> {
    const { renews } = data.facts;
    const { events, position } =
      renews === null
        ? await withDrawnId(context, TAKEN, (digits) => this.open(recertificationIdOf(digits), data, context))
        : await this.renew(renews, data, besides, context);
    const [taskId] = events.flatMap((event) => (event.type === 'TaskOpened' ? event.data.taskId : []));
    if (taskId === undefined || position === null) throw new Error('A recertification was opened without a task.');
    return new CommandResult({ taskId }, position);
  }

  private open(referralId: string, data: Opening, context: CommandContext): Promise<Handled<ItemTaskEvent>> {
    const command = { type: 'OpenRecertification', data: { ...data, referralId } } as const;
    return decideOn(this.store, recertificationDecider, referralId, command, context);
  }

  /** With the first number that is free, after every earlier one was asked whether it permits another. */
  private async renew(renews: string, data: Opening, besides: readonly string[], context: CommandContext) {
    await this.requireReferral(renews);
    for (let number = 1; ; number++) {
      const id = renewalIdOf(renews, number);
      try {
        return await this.open(id, data, context);
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== TAKEN) throw error;
      }
      const earlier = await readRecertification(this.store, id);
      if (earlier) requireRenewable(earlier, { facts: data.facts, besides });
    }
  }

  private async requireReferral(referralId: string): Promise<void> {
    const { state } = await readState(this.store, referralDecider, referralId);
    if (state.status === 'none') {
      throw new DomainError('recertification/unknown-referral', 'There is no referral with this ID.');
    }
  }
}

const TAKEN = 'recertification/already-opened';

async function readRecertification(
  store: Pick<EventStore, 'readStream'>,
  id: string,
): Promise<RecertificationAsOf | null> {
  let found: RecertificationAsOf | null = null;
  for await (const event of store.readStream(`${recertificationDecider.category}-${id}`)) {
    found = evolveRecertification(found, event as Recorded<ItemTaskEvent>);
  }
  return found;
}

/** GET /recertifications/{id} */
export class ReadRecertification extends Query<RecertificationDetail> {
  constructor(
    readonly id: string,
    readonly minPosition: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ReadRecertification)
export class ReadRecertificationHandler implements IQueryHandler<ReadRecertification> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly accessLog: AccessLog,
  ) {}

  /** Few events and one reader at a time: it is folded from the log, which is never behind. The position is read before the log. */
  execute({ id, minPosition, caller }: ReadRecertification): Promise<RecertificationDetail> {
    return this.readModels.readAt(minPosition, async (db) => {
      const feed = await feedPosition(db);
      const found = await readRecertification(this.store, id);
      if (!found) throw notFound('recertification');
      await this.accessLog.record({ caller, screen: 'Task', referralIds: [id] });
      return { ...detailOf(found), outcomes: [...(await listTaskOutcomes(db, id))], feed };
    });
  }
}

function detailOf(recertification: RecertificationAsOf) {
  const { referralId, items, tasks, ...facts } = recertification;
  return {
    ...facts,
    recertificationId: referralId,
    tasks: tasks.map(({ itemIds: _, ...task }) => task),
    status: recertificationStatus(recertification),
    stoppedReason: items[0].stoppedReason,
  } as const;
}

/** GET /recertifications */
export class ListRecertifications extends Query<RecertificationList> {
  constructor(
    readonly query: z.output<typeof listRecertificationsQuery>,
    readonly caller: Caller,
    readonly gone: AbortSignal,
  ) {
    super();
  }
}

@QueryHandler(ListRecertifications)
export class ListRecertificationsHandler implements IQueryHandler<ListRecertifications> {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    private readonly accessLog: AccessLog,
  ) {}

  async execute({ query, caller, gone }: ListRecertifications): Promise<RecertificationList> {
    const { minPosition, search, renews } = query;
    await waitUntilProjected(this.database.db, minPosition);
    const found = await readList(this.database, { search, gone }, (db) => listRecertifications(db, { search, renews }));
    const referralIds = found.rows.map(({ recertificationId }) => recertificationId);
    await this.accessLog.record({ caller, screen: 'Recertifications', referralIds });
    return found;
  }
}
