import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AnswerOf } from '@throughline/contracts';
import {
  DomainError,
  evolveRecertification,
  type ItemTaskCommand,
  type ItemTaskEvent,
  type OpenRecertification,
  type RecertificationAsOf,
  recertificationDecider,
  recertificationDeciderAmong,
  recertificationIdOf,
  type Recorded,
  referralDecider,
  renewalIdOf,
} from '@throughline/domain';
import { type EventStore, type Handled, readState } from '@throughline/event-store';
import { type CommandContext, CommandResult } from '../command/command-context.js';
import { withDrawnId } from '../command/draw-id.js';
import { decideOn, executeCommand } from '../command/execute-command.js';
import { EVENT_STORE } from '../engines/engines.js';

type Opening = Omit<OpenRecertification['data'], 'referralId'>;
type OpenedTask = AnswerOf<'POST /tasks'>;

/** POST /tasks for a task that belongs to no referral. Returns the id of the task. */
export class OpenRecertificationRequest extends Command<CommandResult<OpenedTask>> {
  constructor(
    readonly data: Opening,
    /** Ids of open recertifications of the same referral and category that do not prevent this one. */
    readonly besides: readonly string[],
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(OpenRecertificationRequest)
export class OpenRecertificationHandler implements ICommandHandler<OpenRecertificationRequest> {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  async execute({ data, besides, context }: OpenRecertificationRequest): Promise<CommandResult<OpenedTask>> {
    const { renews } = data.facts;
    if (renews !== null) await this.requireReferral(renews);
    const { events, position } =
      renews === null
        ? await withDrawnId(context, TAKEN, (digits) => this.open(recertificationIdOf(digits), data, context))
        : await this.renew(renews, data, besides, context);
    const [taskId] = events.flatMap((event) => (event.type === 'TaskOpened' ? event.data.taskId : []));
    if (taskId === undefined || position === null) throw new Error('A recertification was opened without a task.');
    return new CommandResult({ taskId }, position, true);
  }

  private open(
    referralId: string,
    data: Opening,
    context: CommandContext,
    decider = recertificationDecider,
  ): Promise<Handled<ItemTaskEvent>> {
    const command = { type: 'OpenRecertification', data: { ...data, referralId } } as const;
    return decideOn(this.store, decider, referralId, command, context);
  }

  /** Uses the first free number, or the one under which this command was executed before. */
  private async renew(
    renews: string,
    data: Opening,
    besides: readonly string[],
    context: CommandContext,
  ): Promise<Handled<ItemTaskEvent>> {
    const earlier = await readRenewals(this.store, renews);
    const repeated = earlier.find(({ events }) => isFromCommand(events, context));
    if (repeated) return this.open(repeated.recertification.referralId, data, context);
    const id = renewalIdOf(renews, earlier.length + 1);
    const others = earlier.map(({ recertification }) => recertification);
    try {
      return await this.open(id, data, context, recertificationDeciderAmong(others, besides));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== TAKEN) throw error;
      return this.renew(renews, data, besides, context);
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

/** A command on a recertification that may open its supply again: a correction, taking up what was stopped, undoing an outcome. */
export class ReopenRecertificationRequest extends Command<CommandResult<null>> {
  constructor(
    readonly command: Extract<
      ItemTaskCommand,
      { readonly type: 'CorrectRecertification' | 'UnstopItems' | 'UndoOutcome' }
    >,
    /** Ids of open recertifications of the same referral and category that do not prevent this one. */
    readonly besides: readonly string[],
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ReopenRecertificationRequest)
export class ReopenRecertificationHandler implements ICommandHandler<ReopenRecertificationRequest> {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  async execute({ command, besides, context }: ReopenRecertificationRequest): Promise<CommandResult<null>> {
    const { referralId } = command.data;
    const events = await readEvents(this.store, referralId);
    const renews = recertificationOf(events)?.renews ?? null;
    const isRepeated = isFromCommand(events, context);
    const renewals = renews === null || isRepeated ? [] : await readRenewals(this.store, renews);
    const others = renewals
      .map(({ recertification }) => recertification)
      .filter((other) => other.referralId !== referralId);
    const decider = recertificationDeciderAmong(others, besides);
    return executeCommand(this.store, decider, referralId, command, context);
  }
}

interface Renewal {
  readonly recertification: RecertificationAsOf;
  readonly events: readonly Recorded<ItemTaskEvent>[];
}

/** The numbered recertifications of a referral, read from the log. */
async function readRenewals(store: EventStore, renews: string): Promise<readonly Renewal[]> {
  const found: Renewal[] = [];
  for (;;) {
    const events = await readEvents(store, renewalIdOf(renews, found.length + 1));
    const recertification = recertificationOf(events);
    if (recertification === null) return found;
    found.push({ recertification, events });
  }
}

const isFromCommand = (events: readonly Recorded[], { commandId }: CommandContext): boolean =>
  events.some(({ metadata }) => metadata.commandId === commandId);

async function readEvents(store: Pick<EventStore, 'readStream'>, id: string): Promise<Recorded<ItemTaskEvent>[]> {
  const events: Recorded<ItemTaskEvent>[] = [];
  for await (const event of store.readStream(`${recertificationDecider.category}-${id}`)) {
    events.push(event as Recorded<ItemTaskEvent>);
  }
  return events;
}

const recertificationOf = (events: readonly ItemTaskEvent[]): RecertificationAsOf | null =>
  events.reduce<RecertificationAsOf | null>(evolveRecertification, null);
