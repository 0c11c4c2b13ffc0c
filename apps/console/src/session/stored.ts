import type { Reader } from './stored-values.js';

/* Separate from `drafts.ts`, which a page loads only if there is a draft or when a form is opened. */

/** Prefixes for the storage keys of drafts, and of what belongs to a draft. */
export const ORDER_DRAFTS = 'throughline.order-draft.';
export const NOTE_DRAFTS = 'throughline.note-draft.';
export const INQUIRY_DRAFTS = 'throughline.inquiry-draft.';
/** The owner of the drafts of a person who is not signed in. */
export const NOBODY = 'nobody';

/** Reads a storage key. Null if there is no value, or a value of another type. */
export function readStored<T>(storage: Storage, place: string, read: Reader<T>): T | null {
  try {
    return read(JSON.parse(storage.getItem(place) ?? 'null'));
  } catch {
    return null;
  }
}

/** The keys of the storage with this prefix. */
export const keysUnder = (storage: Storage, beginning: string): readonly string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
    key.startsWith(beginning),
  );

/** The keys of all drafts. */
export const draftKeys = (storage: Storage): readonly string[] =>
  [ORDER_DRAFTS, NOTE_DRAFTS, INQUIRY_DRAFTS].flatMap((prefix) => keysUnder(storage, prefix));
