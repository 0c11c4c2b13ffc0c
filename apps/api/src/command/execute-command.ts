import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ChangedMeanwhile, type Decider, type DomainEvent, Forestalled } from '@throughline/domain';
import { type EventStore, type Handled, handleCommand, readState } from '@throughline/event-store';
import { EVENT_STORE } from '../engines/engines.js';
import type { HttpError } from '../http/http-error.js';
import { changedMeanwhile, forestalled } from './changed-meanwhile.js';
import { type CommandContext, CommandResult } from './command-context.js';

/** Lets a decider decide on one stream and appends its events. */
export async function executeCommand<State, Decided, Event extends DomainEvent>(
  store: EventStore,
  decider: Decider<State, Decided, Event>,
  id: string,
  command: Decided,
  context: OfCommand,
): Promise<CommandResult<null>> {
  return resultOf(store, await decideOn(store, decider, id, command, context));
}

/**
 * With the position to read from: that of the events, or the log's head if there was nothing to do, because the events that made it so may
 * not be projected yet.
 */
export async function resultOf(
  store: Pick<EventStore, 'head'>,
  { position }: Pick<Handled<DomainEvent>, 'position'>,
): Promise<CommandResult<null>> {
  return new CommandResult(null, position ?? (await store.head()), position !== null);
}

/**
 * The same, with the events: for an answer that says more than their position (see `resultOf`). What is to be done and was done already by the
 * same person, with another key, is a success without an event; done by somebody else, it is refused, because the reason of this act would be lost
 * (decision 0111).
 */
export async function decideOn<State, Decided, Event extends DomainEvent>(
  store: EventStore,
  decider: Decider<State, Decided, Event>,
  id: string,
  command: Decided,
  { commandId, actor, at, correlationId }: OfCommand,
): Promise<Handled<Event>> {
  const context = { commandId, actor, at, correlationId, causationId: null };
  try {
    return await handleCommand(store, { decider, id, command, context });
  } catch (error) {
    const act = { decider, id, command, author: actor };
    let refusal: HttpError | null;
    if (error instanceof ChangedMeanwhile) refusal = await changedMeanwhile(store, act, error);
    else if (error instanceof Forestalled) refusal = await forestalled(store, act, error);
    else throw error;
    if (refusal !== null) throw refusal;
    const { revision } = await readState(store, decider, id);
    return { revision, position: null, events: [], replayed: false };
  }
}

/** What the events of a command say of it. */
type OfCommand = Pick<CommandContext, 'commandId' | 'actor' | 'at' | 'correlationId'>;

/** A command whose facts are all in the request: it is passed to its noun's decider as it is, and answered with null. */
export class ExecuteCommand<
  State = unknown,
  Decided = unknown,
  Event extends DomainEvent = DomainEvent,
> extends Command<CommandResult<null>> {
  constructor(
    readonly decider: Decider<State, Decided, Event>,
    /** Of the stream. */
    readonly id: string,
    readonly command: Decided,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ExecuteCommand)
export class ExecuteCommandHandler implements ICommandHandler<ExecuteCommand> {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  async execute<State, Decided, Event extends DomainEvent>({
    decider,
    id,
    command,
    context,
  }: ExecuteCommand<State, Decided, Event>): Promise<CommandResult<null>> {
    return executeCommand(this.store, decider, id, command, context);
  }
}
