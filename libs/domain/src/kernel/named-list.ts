import { DomainError } from './decider.js';
import { isSame, revise } from './meanwhile.js';

/** More would be hard to choose from. */
export const MAX_ENTRIES = 50;

interface NamedList<Values extends object, Entry extends Values> {
  /** The first part of the codes of its refusals. */
  readonly noun: string;
  readonly idOf: (entry: Entry) => string;
  /** The values of an entry that administrators write. */
  readonly valuesOf: (of: Values) => Values;
  /** Whether the entry has the name that is wanted for another one. */
  readonly isNamesake: (entry: Entry, wanted: Values) => boolean;
  readonly sameName: ConstructorParameters<typeof DomainError>;
  /** What to say of a list that is full. */
  readonly tooMany: string;
}

/** The rules of a list whose entries administrators add and change: each has a name of its own, and they are not too many to choose from. */
export function namedList<Values extends object, Entry extends Values>(list: NamedList<Values, Entry>) {
  const { noun, idOf, valuesOf, isNamesake, sameName, tooMany } = list;
  const requireOwnName = (entries: readonly Entry[], id: string, wanted: Values) => {
    if (entries.some((other) => idOf(other) !== id && isNamesake(other, wanted))) throw new DomainError(...sameName);
  };
  return {
    find: (entries: readonly Entry[], id: string) => entries.find((entry) => idOf(entry) === id),
    /** Rejects an entry that cannot be added. */
    requireRoomFor: (entries: readonly Entry[], id: string, wanted: Values): void => {
      requireOwnName(entries, id, wanted);
      if (entries.length >= MAX_ENTRIES) throw new DomainError(`${noun}/too-many`, tooMany);
    },
    /** The values after a change; null: nothing changes. */
    changed: (entries: readonly Entry[], entry: Entry, wanted: Values & { readonly seen: Values }): Values | null => {
      const now = valuesOf(entry);
      const values = revise<Values>(noun, { now, wanted: valuesOf(wanted), seen: wanted.seen });
      requireOwnName(entries, idOf(entry), values);
      return isSame(values, now) ? null : values;
    },
  };
}
