import { type Command, type Decider, DomainError } from './decider.js';
import type { DomainEvent } from './event.js';
import { shortened } from './shortened.js';
import { dayInWords, phoneInWords } from './terms.js';

/*
 * Several people who change the same thing at once. An act that sends whole values also sends the values that its author saw. What the author
 * did not change stays as it is by now, and what somebody changed meanwhile is not overwritten. See docs/decisions/0101.
 */

/** A value of a field: a text, a number, a flag, an object that is replaced as a whole, or a list of texts in any order. */
export type FieldValue = string | number | boolean | null | object;
export type Fields = Readonly<Record<string, FieldValue | undefined>>;

/** A field that another person changed after it was read. */
export interface Collision {
  /** `memberInfo.city`, `items.3.qty`. */
  readonly path: string;
  readonly seen: FieldValue;
  readonly now: FieldValue;
}

/** The act would overwrite what another person has changed meanwhile. Not shown without its fields: they are personal data. */
export class ChangedMeanwhile extends DomainError {
  constructor(
    noun: string,
    readonly fields: readonly Collision[],
  ) {
    super(`${noun}/changed-meanwhile`, 'Another person has changed the same fields meanwhile. Nothing was saved.');
  }
}

/** A command without the values that its author saw. */
export type Unseen<Request> = Request extends { readonly type: infer Type; readonly data: infer Data }
  ? { readonly type: Type; readonly data: Omit<Data, 'seen'> }
  : never;

/** The command of an author who saw the values as they are. */
export const seenFresh = <State, Request extends Command, Event extends DomainEvent>(
  { valuesOf }: Pick<Decider<State, Request, Event>, 'valuesOf'>,
  state: State,
  { type, data }: Unseen<Request>,
): Request => ({ type, data: { ...data, seen: valuesOf?.(state, { type, data } as never) } }) as never;

/** What an act makes of some values, and what its author saw of each. */
export interface Revision<Values> {
  readonly now: Values;
  readonly wanted: Values;
  readonly seen: Values;
}

/**
 * The values after the act: those that its author changed, and the present ones of all others. A list gains what the author added and loses
 * what the author took out. Rejects with `{noun}/changed-meanwhile` where somebody else has changed one of the same fields to another value.
 */
export function revise<Values extends object>(noun: string, revision: Revision<Values>): Values {
  const { now, wanted, seen } = revision;
  const collided = changedIn(revision).filter(
    (name) => !Array.isArray(wanted[name]) && !isSame(seen[name], now[name]) && !isSame(wanted[name], now[name]),
  );
  refuse(noun, revision, collided);
  return merged(revision);
}

/** The same, whatever somebody else has changed: what the author changed, besides the present values of all others. */
export function merged<Values extends object>({ now, wanted, seen }: Revision<Values>): Values {
  const changed = changedIn({ wanted, seen });
  const values = changed.map((name) => [name, revisedValue(now[name], wanted[name], seen[name])]);
  return { ...now, ...(Object.fromEntries(values) as Partial<Values>) };
}

const changedIn = <Values extends object>({ wanted, seen }: Pick<Revision<Values>, 'wanted' | 'seen'>) =>
  (Object.keys(wanted) as (keyof Values & string)[]).filter((name) => !isSame(wanted[name], seen[name]));

/**
 * The same for values that are one decision, such as the rights of a person: who decides on one of them has considered the others. Rejects
 * with `{noun}/changed-meanwhile` if any of them has changed, unless all are as wanted already.
 */
export function reviseTogether<Values extends object>(noun: string, { now, wanted, seen }: Revision<Values>): Values {
  const names = Object.keys(wanted) as (keyof Values & string)[];
  if (names.every((name) => isSame(wanted[name], seen[name]))) return now;
  if (names.every((name) => isSame(wanted[name], now[name]))) return now;
  refuse(
    noun,
    { now, seen },
    names.filter((name) => !isSame(seen[name], now[name])),
  );
  return wanted;
}

function refuse<Values extends object>(
  noun: string,
  { now, seen }: Pick<Revision<Values>, 'now' | 'seen'>,
  names: readonly (keyof Values & string)[],
): void {
  if (names.length === 0) return;
  const valueOf = (of: Values, name: keyof Values) => (of[name] ?? null) as FieldValue;
  throw new ChangedMeanwhile(
    noun,
    names.map((path) => ({ path, seen: valueOf(seen, path), now: valueOf(now, path) })),
  );
}

function revisedValue<Value>(now: Value, wanted: Value, seen: Value): Value {
  if (!Array.isArray(now) || !Array.isArray(wanted) || !Array.isArray(seen)) return wanted;
  const added: readonly unknown[] = wanted.filter((one) => !seen.includes(one) && !now.includes(one));
  const removed: readonly unknown[] = seen.filter((one) => !wanted.includes(one));
  const kept: readonly unknown[] = now.filter((one) => !removed.includes(one));
  return [...kept, ...added] as Value;
}

/** Objects are compared by their fields, in any order; an option by its id; lists by what is in them. Nothing is null. */
export function isSame(one: unknown, other: unknown): boolean {
  const [left, right] = [one ?? null, other ?? null];
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return left === right;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((entry) => right.includes(entry));
  }
  if ('id' in left && 'id' in right) return left.id === right.id;
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => (left as never)[key] === (right as never)[key]);
}

const INSURANCE_TYPES = { medicaid: 'Medicaid', medicare: 'Medicare', commercial: 'Commercial' } as const;

/** `memberInfo.ACPhone`, `physician.fax`: an id of ten digits is no phone number. */
const isPhone = (path: string) => /(phone|fax)$/i.test(path);

/** A field's value as a message says it: as the field shows it. */
export function valueInWords(value: FieldValue, path: string): string {
  if (value === null || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') {
    return `“${(isPhone(path) ? phoneInWords(value) : null) ?? shortened(dayInWords(value), MOST_LETTERS)}”`;
  }
  if (Array.isArray(value)) return value.join(', ') || 'nothing';
  if ('name' in value) return `“${String(value.name)}”`;
  const types = Object.entries(INSURANCE_TYPES).filter(([type]) => (value as Record<string, unknown>)[type] === true);
  return types.map(([, name]) => name).join(', ') || 'nothing';
}

const MOST_LETTERS = 120;
