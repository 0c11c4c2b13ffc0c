/** A draft holds what may be a member's data, so it is kept for a day at most. Log Out removes it, as everything with this prefix. */
const DRAFTS = 'throughline.note-draft.';
const MAX_AGE_MS = 24 * 3_600_000;

interface StoredDraft {
  readonly savedAt: number;
  readonly html: string;
}

/** Of one person and one note: a new one of a referral, a reply, or an edit. */
export const draftKey = (userId: string, target: string): string => `${DRAFTS}${userId}.${target}`;

/** What was typed and not sent; null if there is none, or an old one. `now` in ms. */
export function loadNoteDraft(storage: Storage, key: string, now: number): string | null {
  try {
    const { savedAt, html } = JSON.parse(storage.getItem(key) ?? 'null') as StoredDraft;
    if (typeof html === 'string' && now - savedAt <= MAX_AGE_MS) return html;
  } catch {
    // Not there, or not written by the console.
  }
  storage.removeItem(key);
  return null;
}

/** Without a draft where the storage is full or disabled. */
export function saveNoteDraft(storage: Storage, key: string, html: string, now: number): void {
  try {
    storage.setItem(key, JSON.stringify({ savedAt: now, html } satisfies StoredDraft));
  } catch {
    // The note can be written without it.
  }
}

export const clearNoteDraft = (storage: Storage, key: string): void => storage.removeItem(key);
