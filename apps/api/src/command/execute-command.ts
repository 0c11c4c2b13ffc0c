import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Decider, DomainEvent } from '@throughline/domain';
import { type EventStore, handleCommand } from '@throughline/event-store';
import { EVENT_STORE } from '../engines/engines.js';
import { type CommandContext, CommandResult } from './command-context.js';

/**
 * Lets a decider decide on one stream and appends its events. Returns the position to read from: that of the events, or the log's head if
 * there was nothing to do, because the events that made it so may not be projected yet.
 */
export async function executeCommand<State, Decided, Event extends DomainEvent>(
  store: EventStore,
  decider: Decider<State, Decided, Event>,
  id: string,
  command: Decided,
  context: Pick<CommandContext, 'commandId' | 'actor' | 'at' | 'correlationId'>,
): Promise<number> {
  const { commandId, actor, at, correlationId } = context;
  const { position } = await handleCommand(store, {
    decider,
    id,
    command,
    context: { commandId, actor, at, correlationId, causationId: null },
  });
  return position ?? (await store.head());
}

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
    return new CommandResult(null, await executeCommand(this.store, decider, id, command, context));
  }
}
