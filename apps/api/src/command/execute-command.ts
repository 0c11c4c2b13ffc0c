import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  type Actor,
  ChangedMeanwhile,
  type Decider,
  type DomainEvent,
  Forestalled,
  PassedOver,
  type Recorded,
} from '@throughline/domain';
import { type EventStore, type Handled, handleCommand, readState } from '@throughline/event-store';
import { EVENT_STORE } from '../engines/engines.js';
import { HttpError, keyReused } from '../http/http-error.js';
import { knowingWhatChangedBack } from './changed-and-back.js';
import { areOwn, changedMeanwhile, forestalled, type RefusedAct } from './changed-meanwhile.js';
import { type CommandContext, CommandResult, withdrawn } from './command-context.js';
import { onlyStanding, requireStanding } from './undone-since.js';

/** Lets a decider decide on one stream and appends its events. */
export async function executeCommand<State, Decided, Event extends DomainEvent>(
  store: EventStore,
  decider: Decider<State, Decided, Event>,
  id: string,
  command: Decided,
  context: CommandOrigin,
): Promise<CommandResult<null>> {
  return resultOf(store, await decideOn(store, decider, id, command, context));
}

/**
 * The result with the position to read from: that of the events, or the log's head if there was nothing to do, because the events that made
 * it so may not be projected yet.
 */
export async function resultOf(
  store: Pick<EventStore, 'head'>,
  { position }: Pick<Handled<DomainEvent>, 'position'>,
): Promise<CommandResult<null>> {
  return new CommandResult(null, position ?? (await store.head()), position !== null);
}

/**
 * Like `executeCommand`, but returns the events, for an answer that contains more than their position (see `resultOf`). If the same person
 * has already done it with another key, the result is a success without an event; if somebody else has done it, the act is refused, because
 * its reason would be lost (decision 0111). What the author did themselves is no reason to refuse an act that would ignore it (decision
 * 0101).
 */
export async function decideOn<State, Decided, Event extends DomainEvent>(
  store: EventStore,
  decider: Decider<State, Decided, Event>,
  id: string,
  command: Decided,
  { commandId, actor, at, correlationId, mayBeUndone, first, withdraws }: CommandOrigin,
): Promise<Handled<Event>> {
  const context = { commandId, actor, at, correlationId, causationId: null };
  for (let wanted = command; ;) {
    try {
      const handled = await (first || withdraws
        ? handleCommand(store, {
            decider: first ? onlyStanding(decider) : onlyIfDone(decider),
            id,
            command: wanted,
            context,
          })
        : handleCommand(store, {
            decider: knowingWhatChangedBack(decider, wanted, actor),
            id,
            command: wanted,
            context,
          }));
      if (handled.replayed) requireSame(handled.events, actor);
      if (handled.replayed && mayBeUndone) {
        await requireStanding(store, { decider, id, command: wanted, author: actor }, commandId);
      }
      return handled;
    } catch (error) {
      const act = { decider, id, command: wanted, author: actor };
      const seen = await seenWithOwn(store, act, error);
      if (seen !== null) {
        const { data } = wanted as { readonly data: object };
        wanted = { ...wanted, data: { ...data, seen } };
        continue;
      }
      const { revision } = await readState(store, decider, id);
      return { revision, position: null, events: [], replayed: false };
    }
  }
}

/**
 * Throws the refusal, with who made the act impossible. If that was the author, returns a `seen` that includes it, so that the act is
 * decided again. Null: the author has already done what the act would do.
 */
async function seenWithOwn<State, Decided, Event extends DomainEvent>(
  store: EventStore,
  act: RefusedAct<State, Decided, Event>,
  error: unknown,
): Promise<object | null> {
  if (error instanceof Forestalled) {
    const refusal = await forestalled(store, act, error);
    if (refusal instanceof HttpError) throw refusal;
    return error instanceof PassedOver ? error.seenWith(refusal) : null;
  }
  if (!(error instanceof ChangedMeanwhile)) throw error;
  if (error.seenIfOwn !== null && (await areOwn(store, act, error.fields))) return error.seenIfOwn;
  const refusal = await changedMeanwhile(store, act, error);
  if (refusal !== null) throw refusal;
  return null;
}

/** For a request that is withdrawn: its stream is asked whether it was carried out, and nothing is decided. */
const onlyIfDone = <State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
): Decider<State, Command, Event> => ({
  ...decider,
  decide: () => {
    throw withdrawn();
  },
});

/** The key itself is kept for a week only, and for no request that was broken off: after that its stream alone knows it. */
function requireSame([done]: readonly Recorded[], { userId }: Actor): void {
  if (done && done.metadata.actor.userId !== userId) throw keyReused();
}

/** What the events of a command record about the command, and how it is answered if it was sent before. */
type CommandOrigin = Pick<
  CommandContext,
  'commandId' | 'actor' | 'at' | 'correlationId' | 'mayBeUndone' | 'first' | 'withdraws'
>;

/** A command whose facts are all in the request: it is passed to its noun's decider unchanged, and answered with null. */
export class ExecuteCommand<
  State = unknown,
  Decided = unknown,
  Event extends DomainEvent = DomainEvent,
> extends Command<CommandResult<null>> {
  constructor(
    readonly decider: Decider<State, Decided, Event>,
    /** The id of the stream. */
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
