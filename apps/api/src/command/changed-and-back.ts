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

/** What a command says in `seen`, if it says the position of the log that its author's screen had read. */
interface Seen {
  readonly position?: number | undefined;
  readonly [name: string]: unknown;
}

/** The state of the decider, and what became of its values after the position that the author of a command saw. */
interface Since<State> {
  readonly state: State;
  /** By name, those that were changed since. */
  readonly changed: ReadonlyMap<string, ChangedValue>;
}

interface ChangedValue {
  /** As it was at the position. */
  readonly first: unknown;
  /** As it was before each change by others, the latest first. */
  readonly before: readonly unknown[];
}

/**
 * The decider, for a command that says at which position of the log its author looked: also what others have changed since and changed back counts as
 * changed. A right that was given and taken away again would else come back by a dialog that was opened before both. The command is refused if it would
 * be refused, or do something else, had its author seen one of the values in between (decision 0101).
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
  const { seen } = data;
  return {
    ...others,
    initialState: { state: initialState, changed: new Map() },
    evolve: ({ state, changed }, event) => {
      const next = evolve(state, event);
      const { position, metadata } = event as unknown as Recorded;
      if (seen?.position === undefined || position <= seen.position) return { state: next, changed };
      const [was, now] = [valuesIn(state), valuesIn(next)];
      // What somebody may not learn of does not refuse their act: it would tell where a person was before.
      const names = Object.keys(now).filter(
        (name) => name in seen && !isSame(was[name], now[name]) && mayLearn(author, name, metadata),
      );
      // What its author changed themself, they saw before. Of a list they may have changed another entry.
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
        // The latest of all, then those before.
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
 * The values in between that the author of the command did not see. A read may include more than its position says: who saw another value than that of the
 * position saw that one later, or the present one.
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

/** Whether the same is decided. Throws the refusal of values that changed, but not that it is done already: the real act is still to be done. */
function isDecided(decide: () => readonly DomainEvent[], decided: readonly DomainEvent[]): boolean {
  try {
    return canonicalJson(decide()) === canonicalJson(decided);
  } catch (error) {
    if (error instanceof ChangedMeanwhile && error.isDone) return false;
    throw error;
  }
}

/** `orderingGroup` is `ordering-group` in codes. */
const nounOf = (category: string): string => category.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
