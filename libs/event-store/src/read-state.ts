import type { Decider, DomainEvent, Recorded } from '@throughline/domain/kernel';
import type { EventStore } from './event-store.js';

/** Converts an event of an older schema version to the newest; returns the event itself if there is nothing to do. */
export type Upcast<Event extends DomainEvent> = (recorded: Recorded) => Event;

export interface StreamRange<Event extends DomainEvent> {
  readonly upcast?: Upcast<Event> | undefined;
  readonly from?: number;
  readonly to?: number;
}

/**
 * The state of an aggregate in the log. `revision` is -1 when its stream does not exist.
 * Throws `StoreUnavailable`.
 */
export async function readState<State, Command, Event extends DomainEvent>(
  store: Pick<EventStore, 'readStream'>,
  decider: Decider<State, Command, Event>,
  id: string,
  { upcast }: Pick<StreamRange<Event>, 'upcast'> = {},
): Promise<{ readonly state: State; readonly revision: number }> {
  const events = await readEvents(store, `${decider.category}-${id}`, { upcast });
  return { state: events.reduce(decider.evolve, decider.initialState), revision: events.at(-1)?.revision ?? -1 };
}

/** The stream of an aggregate is short (tens of events), so it is read completely. */
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
