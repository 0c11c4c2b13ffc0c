import { setTimeout as pause } from 'node:timers/promises';
import {
  type Decider,
  type DomainEvent,
  type EventMetadata,
  type Recorded,
  SYSTEM_ACTOR,
} from '@throughline/domain/kernel';
import { FIRST_HASH, hashOf } from './chain.js';
import { StoreUnavailable, StreamDeleted, WrongExpectedRevision } from './errors.js';
import type { AppendResult, EventStore, NewEvent } from './event-store.js';
import { asNewest, readEvents, type Upcast } from './read-state.js';
import { KeyedQueue } from './keyed-queue.js';
import { derivedCommandId, isUuid, nameBasedUuid } from './uuid.js';

/** Attempts against writers of other processes; those of this process take turns at a stream. */
const ATTEMPTS = 20;
const MAX_PAUSE_MS = 50;

const queues = new WeakMap<object, KeyedQueue>();

export type CommandContext = Pick<EventMetadata, 'actor' | 'at' | 'commandId' | 'correlationId' | 'causationId'>;

/** The context of a command of the system itself that no event caused. `at`: ISO 8601. */
export function systemContext(commandId: string, at: string): CommandContext {
  return { commandId, actor: SYSTEM_ACTOR, at, correlationId: commandId, causationId: null };
}

/**
 * The context of a command that an event causes; `name` is the policy or the job that sends it. The command id is derived from the event's
 * id and the name, so processing the event again gives the same command. Never change a name. `at` defaults to the event's time.
 */
export function contextCausedBy({ metadata }: Recorded, name: string, at: string = metadata.at): CommandContext {
  const { eventId, correlationId } = metadata;
  const commandId = derivedCommandId(eventId, name);
  return { commandId, actor: SYSTEM_ACTOR, at, correlationId, causationId: eventId };
}

/** Schema version by event type; 1 for types that are not listed. */
export type SchemaVersions = Readonly<Record<string, number>>;

/** A decider whose decisions depend on other streams as well. */
export interface DecidingWith<State, Command, Event extends DomainEvent> extends Decider<State, Command, Event> {
  /** Called before each decision, when the command's turn has come. */
  readonly readOthers?: () => Promise<void>;
}

/**
 * The decider that `read` makes of the state of other streams. `read` is called when the command's turn has come: until then a command may
 * wait for earlier ones of its own stream, while the other streams change.
 */
export function atItsTurn<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  read: () => Promise<Decider<State, Command, Event>>,
): DecidingWith<State, Command, Event> {
  let present = decider;
  return {
    ...decider,
    readOthers: async () => {
      present = await read();
    },
    decide: (state, command) => present.decide(state, command),
  };
}

/** Either a command for the decider, or a `decide` function of the caller that receives the decider's state. */
export type CommandRequest<State, Command, Event extends DomainEvent> = {
  readonly decider: DecidingWith<State, Command, Event>;
  readonly id: string;
  readonly context: CommandContext;
  readonly schemaVersions?: SchemaVersions;
  readonly upcast?: Upcast<Event>;
} & ({ readonly command: Command } | { readonly decide: (state: State) => readonly Event[] });

/** The result of a command. The same command id always gives the same result. */
export interface Handled<Event extends DomainEvent> {
  /** Revision of the command's last event; if it changed nothing, of the stream's last event (-1: there is no stream). */
  readonly revision: number;
  /** Position of the command's last event; null when the command changed nothing, so nothing was written. */
  readonly position: number | null;
  /** This command's events, as the log holds them. */
  readonly events: readonly Recorded<Event>[];
  /** True if the command had been handled before: nothing was decided now. */
  readonly replayed: boolean;
}

/**
 * Decides over the stream `{category}-{id}` and appends the decided events, once per command id.
 *
 * Throws what `decide` throws (a `DomainError`), `StoreUnavailable`, `EventTooLarge`, a `TypeError` for a command id that is no
 * UUID, and `WrongExpectedRevision` after losing 20 races in a row.
 */
export function handleCommand<State, Command, Event extends DomainEvent>(
  store: Pick<EventStore, 'append' | 'readStream'>,
  request: CommandRequest<State, Command, Event>,
): Promise<Handled<Event>> {
  const queue = queues.get(store) ?? new KeyedQueue();
  queues.set(store, queue);
  return queue.run(`${request.decider.category}-${request.id}`, () => decideAndAppend(store, request));
}

async function decideAndAppend<State, Command, Event extends DomainEvent>(
  store: Pick<EventStore, 'append' | 'readStream'>,
  request: CommandRequest<State, Command, Event>,
): Promise<Handled<Event>> {
  const { decider, id, upcast, schemaVersions = {} } = request;
  const { actor, at, correlationId, causationId } = request.context;
  if (!isUuid(request.context.commandId)) throw new TypeError('The command id is not a UUID');
  const commandId = request.context.commandId.toLowerCase();
  const context = { commandId, actor, at, correlationId, causationId };
  const stream = `${decider.category}-${id}`;

  for (let attempt = 1; ; attempt++) {
    await decider.readOthers?.();
    const past = await readEvents(store, stream, { upcast });
    const earlier = past.filter(({ metadata }) => metadata.commandId === commandId);
    if (earlier.length > 0) return answer(earlier, true);

    const state = past.reduce(decider.evolve, decider.initialState);
    const decided = 'decide' in request ? request.decide(state) : decider.decide(state, request.command);
    const last = past.at(-1);
    const revision = last?.revision ?? -1;
    if (decided.length === 0) return { revision, position: null, events: [], replayed: false };

    try {
      const events = chained(stream, last, decided, context, schemaVersions);
      const written = await store.append(stream, last ? revision : 'no-stream', events);
      return answer(
        written.isFresh ? asWritten(events, written) : await readBack(revision + 1, written.revision),
        false,
      );
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision) || attempt === ATTEMPTS) throw error;
      await pause(Math.random() * Math.min(MAX_PAUSE_MS, 2 ** attempt));
    }
  }

  /** Completes the appended events with their stream, revisions and positions, as the log returns them. */
  function asWritten(events: readonly NewEvent[], last: AppendResult): Recorded<Event>[] {
    const before = { revision: last.revision - events.length, position: last.position - events.length };
    return events.map((event, index) =>
      asNewest<Event>(
        { ...event, stream, revision: before.revision + index + 1, position: before.position + index + 1 },
        upcast,
      ),
    );
  }

  /** A concurrent call of the same command may have written its events instead, with other facts (a time, a new id). */
  async function readBack(from: number, to: number): Promise<Recorded<Event>[]> {
    const written = await readEvents(store, stream, { upcast, from, to }).catch((cause: unknown) => {
      throw new StoreUnavailable('unknown', cause);
    });
    if (written.length === 0) throw new StreamDeleted(stream);
    return written;
  }
}

function answer<Event extends DomainEvent>(events: readonly Recorded<Event>[], replayed: boolean): Handled<Event> {
  const { revision, position } = events.at(-1)!;
  return { revision, position, events, replayed };
}

/**
 * The event id is derived from the stream as well: a command id that a client uses again for another stream must not give two events one id,
 * because policies derive their command ids from it.
 */
function chained(
  stream: string,
  last: Recorded | undefined,
  decided: readonly DomainEvent[],
  context: CommandContext,
  schemaVersions: SchemaVersions,
): NewEvent[] {
  let hash = last?.metadata.hash ?? FIRST_HASH;
  let revision = last?.revision ?? -1;
  return decided.map(({ type, data }, index) => {
    const eventId = nameBasedUuid(context.commandId, `${stream}/${index}`);
    const unhashed = { ...context, eventId, schemaVersion: schemaVersions[type] ?? 1 };
    hash = hashOf(hash, { stream, revision: ++revision, type, data, metadata: unhashed });
    return { type, data, metadata: { ...unhashed, hash } };
  });
}
