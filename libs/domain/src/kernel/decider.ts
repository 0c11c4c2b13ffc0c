import type { DomainEvent } from './event.js';

/** A request, named in the imperative. The facts that a decision needs (time, names, settings) come with it. */
export interface Command<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/**
 * A broken business rule. `code` is `noun/kebab-reason`: stable, without personal data; `message` is for the person.
 * The API answers 409 with both.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  constructor(
    readonly code: `${string}/${string}`,
    message: string,
  ) {
    super(message);
  }
}

/**
 * An aggregate: its state is the fold of its events, its decisions are pure.
 * `decide` returns `[]` when there is nothing to do and throws a `DomainError` when a rule is broken.
 */
export interface Decider<State, Command, Event extends DomainEvent> {
  /** Streams are named `{category}-{id}`. */
  readonly category: string;
  readonly initialState: State;
  readonly evolve: (state: State, event: Event) => State;
  readonly decide: (state: State, command: Command) => readonly Event[];
  /**
   * The values, by field, that a command's `seen` is compared with (kernel/meanwhile.ts), or that somebody else can undo. The last event
   * that changed one of them tells who did it and when.
   */
  readonly valuesOf?: (state: State, command: Command) => object;
  /** What the author of a command saw, as `valuesOf` gives it. Absent: the command's `seen` states it so. */
  readonly seenOf?: (command: Command) => object;
}

/**
 * For the `default` of a switch over commands, which must be exhaustive at compile time. The error contains only the type, because the data
 * is personal.
 */
export function unreachable(command: never): never {
  throw new Error(`Unexpected ${(command as DomainEvent).type}.`);
}

/**
 * The log contains an event of a type that this release does not know: a later release wrote it. The error contains nothing of its data.
 */
export class UnknownEvent extends Error {
  override readonly name = 'UnknownEvent';
  constructor(readonly type: string) {
    super(`This release does not know the event ${type}.`);
  }
}

/** For the `default` of a switch over events, which must be exhaustive at compile time. @throws UnknownEvent */
export function unknownEvent(event: never): never {
  throw new UnknownEvent((event as DomainEvent).type);
}
