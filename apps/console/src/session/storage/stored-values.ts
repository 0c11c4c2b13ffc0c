/*
 * Readers for values in the browser's storage, which an older version may have written or somebody may have changed by hand. A reader
 * throws for a value of another type, and an object reader takes only the properties that it names. They do not use zod, which an order
 * form does not load when it opens.
 */

/** Reads a stored value as this type. Throws if it is of another type. */
export type Reader<T> = (stored: unknown) => T;

class WrongKind extends Error {}

const of =
  <T>(isOne: (stored: unknown) => stored is T): Reader<T> =>
  (stored) => {
    if (!isOne(stored)) throw new WrongKind();
    return stored;
  };

export const text = of((stored) => typeof stored === 'string');
export const flag = of((stored) => typeof stored === 'boolean');
export const finite = of((stored): stored is number => Number.isFinite(stored));
/** Reads one of these texts. */
export const among = <T extends string>(all: readonly T[]): Reader<T> =>
  of((stored): stored is T => all.some((one) => one === stored));
/** Reads a time in ms since 1970, within the range of a Date. */
export const moment = of((stored): stored is number => Number.isFinite(stored) && (stored as number) <= 8.64e15);

export const object = of(
  (stored): stored is Readonly<Record<string, unknown>> => typeof stored === 'object' && stored !== null,
);

export const orNull =
  <T>(read: Reader<T>): Reader<T | null> =>
  (stored) =>
    stored === null ? null : read(stored);

export const list =
  <T>(read: Reader<T>): Reader<T[]> =>
  (stored) =>
    of(Array.isArray)(stored).map(read);

/** Reads an object with these properties. */
export const parts =
  <T extends object>(readers: Readers<T>): Reader<T> =>
  (stored) => {
    const from = object(stored);
    const read = Object.entries<Reader<unknown>>(readers).map(([name, reader]) => [name, reader(from[name])] as const);
    return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as T;
  };

/** Reads an optional property. */
export const leftOut =
  <T>(read: Reader<T>): Reader<T | undefined> =>
  (stored) =>
    stored === undefined ? undefined : read(stored);

type Readers<T> = {
  readonly [Name in keyof T]-?: Reader<object extends Pick<T, Name> ? T[Name] | undefined : T[Name]>;
};

/** Readers for text properties with these names. */
export const texts = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, text])) as Record<Name, Reader<string>>;
