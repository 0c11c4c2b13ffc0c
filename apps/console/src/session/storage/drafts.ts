import { isKept } from './browser-storage.js';
import { lastLogOut } from './forget-person.js';
import { draftKeys, readStored } from './stored.js';
import { leftOut, moment, parts, type Reader } from './stored-values.js';

/** A draft may contain a member's data, so it is kept for at most a day. Log Out removes it earlier (`forgetPerson`). */
const MAX_AGE_MS = 24 * 3_600_000;

/** Whether a value is older than a day. Such values are deleted. Times are in ms. */
export const isOld = (savedAt: number, now: number): boolean => now - savedAt > MAX_AGE_MS;

/** What is stored with every draft. Times are in ms. */
export interface Stamp {
  readonly savedAt: number;
  /** The last Log Out that the tab knew of when it stored the draft. Older versions did not store it. */
  readonly afterLogOut?: number | undefined;
}

/** Readers for the fields of a stamp. */
export const stamped = { savedAt: moment, afterLogOut: leftOut(moment) };
const stamp = parts<Stamp>(stamped);

export const stampOf = (storage: Storage, now: number): Stamp => ({
  savedAt: now,
  afterLogOut: lastLogOut(storage),
});

/**
 * Whether a draft is older than a day, or from before the last Log Out. A Log Out cannot remove a draft that another tab is storing at that
 * moment, because tabs learn of each other's changes late. Such a draft names an earlier Log Out, whenever it is stored.
 */
export const isSpent = (storage: Storage, { savedAt, afterLogOut = savedAt }: Stamp, now: number): boolean =>
  isOld(savedAt, now) || lastLogOut(storage) > afterLogOut;

/** When a draft was stored, in ms; null if there is none. */
export const savedAtOf = (storage: Storage, place: string): number | null =>
  readStored(storage, place, stamp)?.savedAt ?? null;

export interface Saved<T> extends Stamp {
  readonly draft: T;
}

/** A reader for a draft with its stamp. */
export const savedOf = <T extends object | string>(read: Reader<T>): Reader<Saved<T>> =>
  parts<Saved<T>>({ ...stamped, draft: read } as never);

/** The stored draft, if it is not spent. One that is spent or cannot be read is removed. */
export function loadSaved<T extends object | string>(
  storage: Storage,
  place: string,
  read: Reader<T>,
  now: number,
): Saved<T> | null {
  const kept = readStored(storage, place, savedOf(read));
  if (kept !== null && !isSpent(storage, kept, now)) return kept;
  storage.removeItem(place);
  return null;
}

/** Returns whether the browser keeps the draft. If it lacks room or blocks storing, only this page does. */
export function saveDraft(storage: Storage, place: string, draft: unknown, now: number): boolean {
  storage.setItem(place, JSON.stringify({ ...stampOf(storage, now), draft }));
  return isKept(storage, place);
}

/** Removes all spent drafts, of all owners. */
export function clearSpentDrafts(storage: Storage, now: number): void {
  for (const key of draftKeys(storage)) {
    const kept = readStored(storage, key, stamp);
    if (kept === null || isSpent(storage, kept, now)) storage.removeItem(key);
  }
}
