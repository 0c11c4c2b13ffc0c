import type { Reader } from './stored-values.js';

/* Separate from `drafts.ts`, which a page loads only if there is a draft or when a form is opened. */

/** Prefixes for the storage keys of drafts, and of what belongs to a draft. */
export const ORDER_DRAFTS = 'throughline.order-draft.';
export const NOTE_DRAFTS = 'throughline.note-draft.';
export const INQUIRY_DRAFTS = 'throughline.inquiry-draft.';
export const TASK_DRAFTS = 'throughline.task-draft.';
export const DIALOG_DRAFTS = 'throughline.dialog-draft.';
/** What a tab keeps of a sign-in and of a registration in progress, so that a reload goes on with it. */
export const SIGN_IN_STEP = 'throughline.sign-in';
export const REGISTERING = 'throughline.registering';
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

const addressKey = (place: string) => `${place}.at`;
/** Empty outside a page, as in a spec. */
const pathNow = (): string => globalThis.location?.pathname ?? '';

/** Stores what a reload of this page goes on with. */
export function keepForReload(storage: Storage, place: string, text: string): void {
  storage.setItem(place, text);
  storage.setItem(addressKey(place), pathNow());
}

/**
 * Whether the page goes on with what was kept under this key. Another page discards it, such as that of a mailed link, which may have the same
 * address when it is opened again.
 */
export function goesOnAfterReload(storage: Storage, place: string): boolean {
  if (storage.getItem(place) === null) return false;
  // Without navigation timing, a reload is recognised by its unchanged address.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isReloaded = navigation ? navigation.type === 'reload' : storage.getItem(addressKey(place)) === pathNow();
  if (isReloaded) return true;
  storage.removeItem(place);
  storage.removeItem(addressKey(place));
  return false;
}

/** The keys of the storage with this prefix. */
export const keysUnder = (storage: Storage, beginning: string): readonly string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
    key.startsWith(beginning),
  );

/** The keys of all drafts. */
export const draftKeys = (storage: Storage): readonly string[] =>
  [ORDER_DRAFTS, NOTE_DRAFTS, INQUIRY_DRAFTS, TASK_DRAFTS, DIALOG_DRAFTS].flatMap((prefix) =>
    keysUnder(storage, prefix),
  );
