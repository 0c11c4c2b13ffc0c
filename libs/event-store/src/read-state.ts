import type { Decider, DomainEvent, Recorded } from '@throughline/domain/kernel';
import type { EventStore } from './event-store.js';

/** Converts an event of an older schema version to the newest; returns the event itself if there is nothing to do. */
export type Upcast<Event extends DomainEvent> = (recorded: Recorded) => Event;

export interface StreamRange<Event extends DomainEvent> {
  readonly upcast?: Upcast<Event> | undefined;
  readonly from?: number;
  readonly to?: number;
}

/** The state after the event of that revision; -1 when the stream does not exist. */
export interface ReadState<State> {
  readonly state: State;
  readonly revision: number;
}

/**
 * The state of an aggregate in the log. `known`, an earlier result, saves reading its events again. Throws `StoreUnavailable`, and what the
 * decider throws for an event of a later release.
 */
export async function readState<State, Command, Event extends DomainEvent>(
  store: Pick<EventStore, 'readStream'>,
  decider: Decider<State, Command, Event>,
  id: string,
  {
    upcast,
    known = { state: decider.initialState, revision: -1 },
  }: Pick<StreamRange<Event>, 'upcast'> & { readonly known?: ReadState<State> | undefined } = {},
): Promise<ReadState<State>> {
  const events = await readEvents(store, `${decider.category}-${id}`, { upcast, from: known.revision + 1 });
  return { state: events.reduce(decider.evolve, known.state), revision: events.at(-1)?.revision ?? known.revision };
}

/** The stream of an aggregate is short (tens of events), so it is read as a whole. */
export async function readEvents<Event extends DomainEvent>(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
  { upcast, ...range }: StreamRange<Event>,
): Promise<Recorded<Event>[]> {
  const events: Recorded<Event>[] = [];
  for await (const event of store.readStream(stream, range)) {
    events.push(asNewest(event, upcast));
  }
  return events;
}

/** Only the decider of the category writes the stream, so all events are of its type. */
export function asNewest<Event extends DomainEvent>(
  event: Recorded,
  upcast: Upcast<Event> | undefined,
): Recorded<Event> {
  return upcast ? { ...event, ...upcast(event) } : (event as Recorded<Event>);
}
