import { changedTheSame, type FieldValue } from './changes-in-words.js';
import { type Command, type Decider, DomainError } from './decider.js';
import type { DomainEvent } from './event.js';

/*
 * Several people who change the same thing at once. An act that sends whole values also sends the values that its author saw. What the
 * author did not change keeps its present value, and what somebody else changed meanwhile is not overwritten. See docs/decisions/0101.
 */

export type Fields = Readonly<Record<string, FieldValue | undefined>>;

/** A field that another person changed after it was read. */
export interface Collision {
  /** The path of the field, such as `memberInfo.city` or `items.3.qty`. */
  readonly path: string;
  readonly seen: FieldValue;
  readonly now: FieldValue;
  /**
   * Whether the field had the value that the author claims to have seen after an event of the stream, where the value alone does not tell.
   */
  readonly wasSeen?: ((event: DomainEvent) => boolean) | undefined;
}

/** The act would overwrite what another person changed meanwhile. The fields are personal data, and must not be logged. */
export class ChangedMeanwhile extends DomainError {
  constructor(
    noun: string,
    readonly fields: readonly Collision[],
    /** The fields already have the values that the act wants (see `DoneAlready`). */
    readonly isDone = false,
    /**
     * A `seen` that includes these changes, for an author who made them themselves and whose page does not show them yet. Null: they are
     * refused like another person's changes.
     */
    readonly seenIfOwn: object | null = null,
  ) {
    super(`${noun}/changed-meanwhile`, changedTheSame(null));
  }
}

/** A command without the values that its author saw. */
export type Unseen<Request> = Request extends { readonly type: infer Type; readonly data: infer Data }
  ? { readonly type: Type; readonly data: Omit<Data, 'seen'> }
  : never;

/** The command of an author who saw the present values. */
export const seenFresh = <State, Request extends Command, Event extends DomainEvent>(
  { valuesOf }: Pick<Decider<State, Request, Event>, 'valuesOf'>,
  state: State,
  { type, data }: Unseen<Request>,
): Request => ({ type, data: { ...data, seen: valuesOf?.(state, { type, data } as never) } }) as never;

/**
 * The values that an act sets, with what its author saw of each. `Premises` are values that the act leaves as they are but depends on, such
 * as the company that somebody is to manage.
 */
export interface Revision<Values, Premises = unknown> {
  readonly now: Values & Premises;
  readonly wanted: Values;
  readonly seen: Values & Premises;
  /**
   * Changes by the author themselves count as seen, because their page may show them late. Not for a decision that an older window of the
   * same person must not repeat, such as one on rights.
   */
  readonly knowsOwn?: boolean | undefined;
}

/**
 * The values after the act: those that its author changed, and the present ones of all others. A list gains what the author added and loses
 * what the author took out. Rejects with `{noun}/changed-meanwhile` where somebody else has changed one of the same fields to another value, or
 * a premise of an act that changes something, or has made every change of the act already.
 */
export function revise<Values extends object, Premises = unknown>(
  noun: string,
  { now, wanted, seen }: Revision<Values, Premises>,
): Values {
  const changed = changedIn({ wanted, seen });
  const collided = changed.filter(
    (name) => !Array.isArray(wanted[name]) && !isSame(seen[name], now[name]) && !isSame(wanted[name], now[name]),
  );
  refuse(noun, { now, seen }, [...collided, ...(changed.length > 0 ? movedPremises({ now, wanted, seen }) : [])]);
  const values = picked(merged<Values>({ now, wanted, seen }), wanted);
  if (isSame(values, picked<Values>(now, wanted))) refuse(noun, { now, seen }, changed, true);
  return values;
}

/** Like `revise`, but ignores what somebody else has changed: the author's changes, and the present values of all other fields. */
export function merged<Values extends object>({ now, wanted, seen }: Revision<Values>): Values {
  const changed = changedIn({ wanted, seen });
  const values = changed.map((name) => [name, revisedValue(now[name], wanted[name], seen[name])]);
  return { ...now, ...(Object.fromEntries(values) as Partial<Values>) };
}

const changedIn = <Values extends object>({ wanted, seen }: Pick<Revision<Values>, 'wanted' | 'seen'>) =>
  namesOf(wanted).filter((name) => !isSame(wanted[name], seen[name]));

/**
 * Like `revise`, for values that are one decision, such as the rights of a person: whoever decides on one of them has considered the
 * others. Rejects with `{noun}/changed-meanwhile` if any of them or of the premises has changed.
 */
export function reviseTogether<Values extends object, Premises = unknown>(
  noun: string,
  { now, wanted, seen, knowsOwn }: Revision<Values, Premises>,
): Values {
  const names = namesOf(wanted);
  const asIn = (values: Values) => names.every((name) => isSame(wanted[name], values[name]));
  const premises = asIn(seen) ? [] : movedPremises({ now, wanted, seen });
  const isDone = premises.length === 0 && asIn(now);
  refuse(
    noun,
    { now, seen, knowsOwn },
    [...names.filter((name) => !isSame(seen[name], now[name])), ...premises],
    isDone,
  );
  return wanted;
}

/** For an act that ends the thing that has these values. Rejects with `{noun}/changed-meanwhile` if any of them has changed. */
export function requireAsSeen<Values extends object>(
  noun: string,
  { now, seen, knowsOwn }: Omit<Revision<Values>, 'wanted'>,
): void {
  refuse(
    noun,
    { now, seen, knowsOwn },
    namesOf(now).filter((name) => !isSame(seen[name], now[name])),
  );
}

/**
 * For an act that begins or ends a state which can come and go, such as a deactivation. `turn` counts its changes, `seen` those that the
 * author saw; `wanted` is the state that the act makes. Rejects with `{noun}/changed-meanwhile` if there was a later change than the author
 * saw, whose reason they do not know. False: the state is as wanted already, and as the author saw it.
 */
export function changesSameTurn(
  noun: string,
  { path, now, wanted, turn, seen }: { path: string; now: boolean; wanted: boolean; turn: number; seen: number },
): boolean {
  // An author who claims to have seen values that never existed does not learn who acted, and when.
  if (seen > turn) throw new DomainError(`${noun}/never-seen`, 'This was never as you say that you saw it. Reload it.');
  if (seen === turn) return now !== wanted;
  throw new ChangedMeanwhile(noun, [{ path, seen: !wanted, now }], now === wanted);
}

function movedPremises<Values extends object, Premises>({ now, wanted, seen }: Revision<Values, Premises>) {
  return namesOf(now).filter((name) => !(name in wanted) && !isSame(seen[name], now[name]));
}

const namesOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values & string)[];

/** The part of `values` whose keys `like` has. */
const picked = <Values extends object>(values: Values, like: Values): Values =>
  Object.fromEntries(namesOf(like).map((name) => [name, values[name]])) as Values;

function refuse<Values extends object>(
  noun: string,
  { now, seen, knowsOwn = false }: Omit<Revision<Values>, 'wanted'>,
  names: readonly (keyof Values & string)[],
  isDone = false,
): void {
  if (names.length === 0) return;
  const valueOf = (of: Values, name: keyof Values) => (of[name] ?? null) as FieldValue;
  throw new ChangedMeanwhile(
    noun,
    names.map((path) => ({ path, seen: valueOf(seen, path), now: valueOf(now, path) })),
    isDone,
    knowsOwn ? now : null,
  );
}

function revisedValue<Value>(now: Value, wanted: Value, seen: Value): Value {
  if (!Array.isArray(now) || !Array.isArray(wanted) || !Array.isArray(seen)) return wanted;
  const added: readonly unknown[] = wanted.filter((one) => !seen.includes(one) && !now.includes(one));
  const removed: readonly unknown[] = seen.filter((one) => !wanted.includes(one));
  const kept: readonly unknown[] = now.filter((one) => !removed.includes(one));
  return [...kept, ...added] as Value;
}

/** Objects are compared field by field, in any order; options by their ids; lists by their entries, in any order. Undefined equals null. */
export function isSame(one: unknown, other: unknown): boolean {
  const [left, right] = [one ?? null, other ?? null];
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return left === right;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.every((entry) => right.includes(entry)) && right.every((entry) => left.includes(entry));
  }
  if ('id' in left && 'id' in right) return left.id === right.id;
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => isSame((left as never)[key], (right as never)[key]));
}
