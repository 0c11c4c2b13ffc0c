import {
  type Actor,
  ChangedMeanwhile,
  type Decider,
  type DomainEvent,
  type FieldValue,
  isSame,
  type Recorded,
} from '@throughline/domain';
import { canonicalJson } from '@throughline/event-store';
import { mayLearn } from './changed-meanwhile.js';

/** The `seen` of a command that states up to which position of the log its author's screen had read. */
interface Seen {
  readonly position?: number | undefined;
  readonly [name: string]: unknown;
}

/** The state of the decider, and the changes of its values after the position that the author of a command saw. */
interface Since<State> {
  readonly state: State;
  /** The values that were changed since, by name. */
  readonly changed: ReadonlyMap<string, ChangedValue>;
}

interface ChangedValue {
  /** The value at the position. */
  readonly first: unknown;
  /** The value before each change by others, latest first. */
  readonly before: readonly unknown[];
}

/**
 * Wraps the decider for a command that states up to which position of the log its author had read: a value that others have changed since
 * and changed back counts as changed as well. Otherwise a right that was given and taken away again would come back through a dialog that
 * was opened before both. The command is refused if it would be refused, or would do something else, had its author seen one of the values
 * in between (decision 0101).
 */
export function knowingWhatChangedBack<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  command: Command,
  author: Actor,
): Decider<Since<State>, Command, Event> {
  const { valuesOf, ...others } = decider;
  const { category, initialState, evolve, decide } = others;
  const valuesIn = (state: State) => (valuesOf?.(state, command) ?? {}) as Readonly<Record<string, unknown>>;
  const { data = {} } = command as { readonly data?: { readonly seen?: Seen | undefined } };
  const seen: Seen | undefined = data.seen && { ...data.seen, ...decider.seenOf?.(command) };
  return {
    ...others,
    initialState: { state: initialState, changed: new Map() },
    evolve: ({ state, changed }, event) => {
      const next = evolve(state, event);
      const { position, metadata } = event as unknown as Recorded;
      if (seen?.position === undefined || position <= seen.position) return { state: next, changed };
      const [was, now] = [valuesIn(state), valuesIn(next)];
      // A change that the author may not learn of does not refuse their act, because the refusal would reveal, for example, at which
      // company a person was before.
      const names = Object.keys(now).filter(
        (name) => name in seen && !isSame(was[name], now[name]) && mayLearn(author, name, metadata),
      );
      // Authors have seen the values that they changed themselves. In a list they may have changed another entry.
      const isOwn = author.userId !== null && metadata.actor.userId === author.userId;
      const after = (name: string): ChangedValue => {
        const { first, before } = changed.get(name) ?? { first: was[name], before: [] };
        if (!isOwn) return { first, before: [was[name], ...before] };
        return { first, before: Array.isArray(now[name]) ? before : [] };
      };
      return { state: next, changed: new Map([...changed, ...names.map((name) => [name, after(name)] as const)]) };
    },
    decide: ({ state, changed }) => {
      const decided = decide(state, command);
      if (decided.length === 0) return decided;
      const now = valuesIn(state);
      const unseen = [...changed].map(([name, value]) => ({
        name,
        values: unseenOf(value, seen?.[name]).filter((one) => !isSame(one, now[name])),
      }));
      for (let nth = 0; unseen.some(({ values }) => nth in values); nth += 1) {
        // The latest unseen values first, then earlier ones.
        const then = unseen
          .filter(({ values }) => nth in values)
          .map(({ name, values }) => [name, values[nth]] as const);
        const asItWas = { ...command, data: { ...data, seen: { ...seen, ...Object.fromEntries(then) } } };
        if (isDecided(() => decide(state, asItWas), decided)) continue;
        throw new ChangedMeanwhile(
          nounOf(category),
          then.map(([path, value]) => ({ path, seen: value as FieldValue, now: now[path] as FieldValue })),
        );
      }
      return decided;
    },
  };
}

/**
 * The values in between that the author of the command did not see. A read may include more than its position states: an author who saw
 * another value than the one at the position saw it later, or saw the present one.
 */
function unseenOf({ first, before }: ChangedValue, seen: unknown): readonly unknown[] {
  if (isSame(first, seen)) return before;
  return before.slice(
    0,
    Math.max(
      0,
      before.findLastIndex((value) => isSame(value, seen)),
    ),
  );
}

/**
 * Whether the decision is the same. Throws the refusal for values that changed, but not the one for an act that is done already: the real
 * act is still to be done.
 */
function isDecided(decide: () => readonly DomainEvent[], decided: readonly DomainEvent[]): boolean {
  try {
    return canonicalJson(decide()) === canonicalJson(decided);
  } catch (error) {
    if (error instanceof ChangedMeanwhile && error.isDone) return false;
    throw error;
  }
}

/** The noun of a category in codes, such as `ordering-group` for `orderingGroup`. */
const nounOf = (category: string): string => category.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
