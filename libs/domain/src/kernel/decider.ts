import type { DomainEvent } from './event.js';

/**
 * An aggregate: its state is the fold of its events, its decisions are pure.
 * `decide` returns `[]` when there is nothing to do and throws a `Rejection` when a rule is broken.
 */
export interface Decider<State, Command, Event extends DomainEvent> {
  /** Streams are named `{category}-{id}`. */
  readonly category: string;
  readonly initialState: State;
  readonly evolve: (state: State, event: Event) => State;
  readonly decide: (state: State, command: Command) => readonly Event[];
}

/** For the `default` of a switch that must be exhaustive at compile time. */
export function unreachable(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
