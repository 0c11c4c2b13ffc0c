import { draftKeys, readStored } from './stored.js';
import { moment, parts, type Reader } from './stored-values.js';

/** A draft may hold a member's data, so it is kept for a day at most. Log Out removes it earlier (`forgetPerson`). */
const MAX_AGE_MS = 24 * 3_600_000;

/** Older than a day. Such values are cleared. Times are in ms. */
export const isOld = (savedAt: number, now: number): boolean => now - savedAt > MAX_AGE_MS;

const saving = parts({ savedAt: moment });

/** When a draft was stored, in ms; null if there is none. */
export const savedAtOf = (storage: Storage, place: string): number | null =>
  readStored(storage, place, saving)?.savedAt ?? null;

export interface Saved<T> {
  readonly savedAt: number;
  readonly draft: T;
}

/** Reads a draft with its age. */
export const savedOf = <T extends object | string>(read: Reader<T>): Reader<Saved<T>> =>
  parts<Saved<T>>({ savedAt: moment, draft: read } as never);

/** A stored draft that is not old. One that is old, or that cannot be read, is removed. */
export function loadSaved<T extends object | string>(
  storage: Storage,
  place: string,
  read: Reader<T>,
  now: number,
): Saved<T> | null {
  const kept = readStored(storage, place, savedOf(read));
  if (kept !== null && !isOld(kept.savedAt, now)) return kept;
  storage.removeItem(place);
  return null;
}

/** Returns whether the draft was stored: without room, or where storing is disabled, a form works without a draft. */
export function saveDraft(storage: Storage, place: string, draft: unknown, now: number): boolean {
  try {
    storage.setItem(place, JSON.stringify({ savedAt: now, draft }));
    return true;
  } catch {
    return false;
  }
}

/** Removes every draft older than a day, of all owners. */
export function clearOldDrafts(storage: Storage, now: number): void {
  for (const key of draftKeys(storage)) if (isOld(savedAtOf(storage, key) ?? 0, now)) storage.removeItem(key);
}
