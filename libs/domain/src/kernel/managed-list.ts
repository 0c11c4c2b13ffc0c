import { type Command, type Decider, DomainError, UnknownEvent } from './decider.js';
import type { DomainEvent } from './event.js';
import { type Fields, reviseTogether } from './meanwhile.js';
import { isCalled } from './is-called.js';
import type { ManagedNoun } from './managed-noun.js';
import { MAX_ENTRIES, namedList } from './named-list.js';
import { type EventWords, type FieldChange, now } from './words.js';

/*
 * A list of things with names that administrators add, change, deactivate and reactivate, such as carriers. Its events are stored for ever: never change
 * what this file makes of one. Stream: {category}-all, because the names of all are compared.
 */

/** The id of the only stream of each such list. */
export const LIST_ID = 'all';

/** The values of an entry that administrators write. Its name is always one of them. */
type Named = Fields & { readonly name: string };

interface Reasoned {
  readonly reason: string;
}
interface IdAndName {
  readonly id: string;
  readonly name: string;
}

export type ManagedEvent<Noun extends string, Values> =
  | DomainEvent<`${Noun}Added`, Values & IdAndName & Reasoned>
  /** `formerName`: it was called otherwise before. */
  | DomainEvent<`${Noun}Changed`, Values & IdAndName & Reasoned & { readonly formerName?: string }>
  | DomainEvent<`${Noun}Deactivated`, IdAndName & Reasoned>
  | DomainEvent<`${Noun}Reactivated`, IdAndName & Reasoned>;

/** `seen`: as the author's screen showed it. */
export type ManagedCommand<Values> =
  | Command<'Add', Values & IdAndName & Reasoned>
  | Command<'Change', Values & IdAndName & Reasoned & { readonly seen: Values }>
  | Command<
      'Switch',
      Reasoned & { readonly id: string; readonly active: boolean; readonly seen: Values & { readonly active: boolean } }
    >;

export type ManagedEntry<Values> = Values &
  IdAndName & {
    /** The names that the entry had before. Records that were made under such a name keep it. */
    readonly formerNames: readonly string[];
    /** Whether the entry can be chosen. */
    readonly active: boolean;
  };

/** The entries of a list, in the order in which they were added. */
export interface ManagedState<Values> {
  readonly entries: readonly ManagedEntry<Values>[];
}

/** The noun of a list whose entries have these values. */
type NounOf<Noun extends string, Values> = ManagedNoun<Noun, string, Exclude<keyof Values & string, 'name'>>;

/**
 * The entries that every list begins with, also in a log that is older than the list. A list that begins without an entry names one for the
 * examples of its routes.
 */
type Begins<Entry> =
  { readonly first: readonly [Entry, ...Entry[]] } | { readonly first: readonly []; readonly example: Entry };

/** Administrators add, change, deactivate and reactivate its entries. */
export interface ManagedDecider<Noun extends string = string, Values extends Fields = Fields> extends Decider<
  ManagedState<Values>,
  ManagedCommand<Values>,
  ManagedEvent<Noun, Values>
> {
  /** The entry of the examples of its routes. Specs add it to a log that does not begin with it. */
  readonly example: Values & IdAndName;
}

export function managedDecider<Noun extends string, Values extends Named>(
  { category, noun, code, one, labels }: NounOf<Noun, Values>,
  { first, ...begins }: Begins<Values & IdAndName>,
): ManagedDecider<Noun, Values> {
  type Entry = ManagedEntry<Values>;
  const names = ['name', ...Object.keys(labels)] as (keyof Values & string)[];
  const valuesOf = (of: Values): Values => Object.fromEntries(names.map((name) => [name, of[name]])) as never;
  const begin = (values: Values & IdAndName): Entry => ({
    id: values.id,
    ...valuesOf(values),
    formerNames: [],
    active: true,
  });
  const make = (what: string, data: object) =>
    ({ type: `${noun}${what}`, data }) as unknown as ManagedEvent<Noun, Values>;

  const evolve = ({ entries }: ManagedState<Values>, { type, data }: DomainEvent): ManagedState<Values> => {
    const event = data as Values & IdAndName & { readonly formerName?: string };
    const changed = (change: (entry: Entry) => Entry) => ({
      entries: entries.map((entry) => (entry.id === event.id ? change(entry) : entry)),
    });
    switch (type) {
      case `${noun}Added`:
        return { entries: [...entries, begin(event)] };
      case `${noun}Changed`: {
        const formerly = event.formerName === undefined ? [] : [event.formerName];
        return changed(({ formerNames, ...entry }) => ({
          ...(entry as unknown as Entry),
          ...valuesOf(event),
          formerNames: [...formerNames, ...formerly].filter((former) => former !== event.name),
        }));
      }
      case `${noun}Deactivated`:
        return changed((entry) => ({ ...entry, active: false }));
      case `${noun}Reactivated`:
        return changed((entry) => ({ ...entry, active: true }));
      default:
        throw new UnknownEvent(type);
    }
  };

  const list = namedList<Values, Entry>({
    noun: code,
    valuesOf,
    idOf: ({ id }) => id,
    // A former name of another entry is taken as well, because records under that name belong to that entry.
    isNamesake: (entry, { name }) => isCalled(entry, name),
    sameName: [`${code}/same-name`, `Another ${one} has this name, or had it before.`],
    tooMany: `There are ${MAX_ENTRIES}, and more would be hard to choose from.`,
  });

  const decide = ({ entries }: ManagedState<Values>, command: ManagedCommand<Values>) => {
    const { id, reason } = command.data;
    const entry = list.find(entries, id);
    if (command.type === 'Add') {
      if (entry) return [];
      list.requireRoomFor(entries, id, command.data);
      return [make('Added', { id, ...valuesOf(command.data), reason })];
    }
    if (!entry) throw new DomainError(`${code}/unknown`, `There is no such ${one}.`);
    if (command.type === 'Change') {
      const values = list.changed(entries, entry, command.data);
      if (values === null) return [];
      const formerly = values.name === entry.name ? {} : { formerName: entry.name };
      return [make('Changed', { id, ...values, ...formerly, reason })];
    }
    const { active, seen } = command.data;
    reviseTogether<{ active: boolean }, Values>(code, {
      now: { ...valuesOf(entry), active: entry.active },
      wanted: { active },
      seen,
    });
    return active === entry.active
      ? []
      : [make(active ? 'Reactivated' : 'Deactivated', { id, name: entry.name, reason })];
  };

  return {
    category,
    example: 'example' in begins ? (begins.example as Values & IdAndName) : first[0]!,
    initialState: { entries: first.map(begin) },
    evolve,
    decide,
    valuesOf: ({ entries }, { data: { id } }) => {
      const entry = list.find(entries, id);
      return entry ? { ...valuesOf(entry), active: entry.active } : {};
    },
  };
}

/** The words of its events, without the decider: the console loads them. */
export function managedWords<Noun extends string, Values extends Named>({
  noun,
  one,
  labels,
}: NounOf<Noun, Values>): EventWords<ManagedEvent<Noun, Values>> {
  const detail = (data: Values & Reasoned): readonly FieldChange[] => [
    ...Object.entries<string>(labels).map(([name, label]) => now(label, (data[name] as string | null) ?? null)),
    now('Reason', data.reason),
  ];
  return {
    [`${noun}Added`]: (data: Values & Reasoned, { who }: { who: string }) => [
      `${who} added the ${one} ${data.name}`,
      ...detail(data),
    ],
    [`${noun}Changed`]: (data: Values & Reasoned & { readonly formerName?: string }, { who }: { who: string }) => [
      `${who} changed the ${one} ${data.formerName ?? data.name}`,
      ...(data.formerName === undefined ? [] : [now('Name', data.name)]),
      ...detail(data),
    ],
    [`${noun}Deactivated`]: ({ name, reason }: IdAndName & Reasoned, { who }: { who: string }) => [
      `${who} deactivated the ${one} ${name}`,
      now('Reason', reason),
    ],
    [`${noun}Reactivated`]: ({ name, reason }: IdAndName & Reasoned, { who }: { who: string }) => [
      `${who} reactivated the ${one} ${name}`,
      now('Reason', reason),
    ],
  } as unknown as EventWords<ManagedEvent<Noun, Values>>;
}
