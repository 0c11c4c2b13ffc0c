import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler, type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { AnswerOf, RecertificationDetail } from '@throughline/contracts';
import {
  DomainError,
  evolveRecertification,
  type ItemTaskEvent,
  type OpenRecertification as OpenRecertificationCommand,
  type RecertificationAsOf,
  recertificationDecider,
  recertificationIdOf,
  type Recorded,
  referralDecider,
} from '@throughline/domain';
import { type EventStore, readState } from '@throughline/event-store';
import { feedPosition, listTaskOutcomes } from '@throughline/read-models';
import { AccessLog } from '../access-log/access-log.js';
import { type CommandContext, CommandResult } from '../command/command-context.js';
import { withDrawnId } from '../command/draw-id.js';
import { decideOn } from '../command/execute-command.js';
import { EVENT_STORE } from '../engines/engines.js';
import { ReadModels } from '../engines/read-models.js';
import { notFound } from '../http/http-error.js';
import type { Caller } from '../identity/caller.js';

type OpenedTask = AnswerOf<'POST /tasks'>;

/** POST /tasks of a task that belongs to no referral. Returns the id of the task. */
export class OpenRecertification extends Command<CommandResult<OpenedTask>> {
  constructor(
    readonly data: Omit<OpenRecertificationCommand['data'], 'referralId'>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(OpenRecertification)
export class OpenRecertificationHandler implements ICommandHandler<OpenRecertification> {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  async execute({ data, context }: OpenRecertification): Promise<CommandResult<OpenedTask>> {
    await this.requireReferral(data.facts.renews);
    const { events, position } = await withDrawnId(context, 'recertification/already-opened', (digits) => {
      const id = recertificationIdOf(digits);
      const command = { type: 'OpenRecertification', data: { ...data, referralId: id } } as const;
      return decideOn(this.store, recertificationDecider, id, command, context);
    });
    const [taskId] = events.flatMap((event) => (event.type === 'TaskOpened' ? event.data.taskId : []));
    if (taskId === undefined || position === null) throw new Error('A recertification was opened without a task.');
    return new CommandResult({ taskId }, position);
  }

  private async requireReferral(referralId: string | null): Promise<void> {
    if (referralId === null) return;
    const { state } = await readState(this.store, referralDecider, referralId);
    if (state.status === 'none') {
      throw new DomainError('recertification/unknown-referral', 'There is no referral with this ID.');
    }
  }
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
      let found: RecertificationAsOf | null = null;
      for await (const event of this.store.readStream(`${recertificationDecider.category}-${id}`)) {
        found = evolveRecertification(found, event as Recorded<ItemTaskEvent>);
      }
      if (!found) throw notFound('recertification');
      await this.accessLog.record({ caller, screen: 'Task', referralIds: [id] });
      return { ...detailOf(found), outcomes: [...(await listTaskOutcomes(db, id))], feed };
    });
  }
}

function detailOf({ referralId, items, tasks, ...facts }: RecertificationAsOf) {
  const [{ currentTask, stoppedReason }] = items;
  const hasEnded = currentTask?.completedDate != null;
  const status = currentTask?.name === 'Stopped' ? 'stopped' : hasEnded ? 'certified' : 'open';
  return {
    ...facts,
    recertificationId: referralId,
    tasks: tasks.map(({ itemIds: _, ...task }) => task),
    status,
    stoppedReason,
  } as const;
}
