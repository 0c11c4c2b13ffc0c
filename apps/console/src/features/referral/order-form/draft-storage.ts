import type { KnownOrderForm } from '@throughline/domain';
import { emptyDraft, type OrderDraft } from './order-draft.js';

/** A draft is its owner's, the next person at this browser does not find it, and its form's. A form's id has no dot in it. */
const keyOf = (form: KnownOrderForm, owner: string) => `${DRAFTS}${form.id}.${owner}`;
const DRAFTS = 'throughline.order-draft.';
/** Who is not signed in. */
export const NOBODY = 'nobody';
/** A draft holds a member's data: it is kept for a day at most. */
const MAX_AGE_MS = 24 * 3_600_000;

/** Drafts live in this browser only. Storage that is full or forbidden costs the draft, never the form. */
export function loadDraft(storage: Storage, form: KnownOrderForm, owner: string, now: number): OrderDraft | null {
  try {
    const kept = JSON.parse(storage.getItem(keyOf(form, owner)) ?? 'null') as {
      savedAt: number;
      draft: OrderDraft;
    } | null;
    if (kept === null) return null;
    if (now - kept.savedAt <= MAX_AGE_MS) return { ...emptyDraft(form), ...kept.draft };
  } catch {
    // Unreadable: as good as none.
  }
  clearDraft(storage, form, owner);
  return null;
}

/** Answers whether it is kept now. */
export function saveDraft(
  storage: Storage,
  form: KnownOrderForm,
  owner: string,
  draft: OrderDraft,
  now: number,
): boolean {
  try {
    storage.setItem(keyOf(form, owner), JSON.stringify({ savedAt: now, draft }));
    return true;
  } catch {
    // No room, or storage is off: the form goes on without a draft.
    return false;
  }
}

export function clearDraft(storage: Storage, form: KnownOrderForm, owner: string): void {
  storage.removeItem(keyOf(form, owner));
}

/** Every draft that is older than a day goes, whosever it is: no form may ever be opened again that would find it. */
export function clearOldDrafts(storage: Storage, now: number): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys) {
    if (key.startsWith(DRAFTS) && now - savedAt(storage.getItem(key)) > MAX_AGE_MS) storage.removeItem(key);
  }
}

/** Long ago where it cannot be read. */
function savedAt(kept: string | null): number {
  try {
    return Number((JSON.parse(kept ?? '') as { readonly savedAt: number }).savedAt) || 0;
  } catch {
    return 0;
  }
}

/** Somebody signed in: what was typed before goes on as theirs, as old as it is. Of two drafts of a form the newer one stays. */
export function adoptDraft(storage: Storage, form: KnownOrderForm, owner: string): void {
  const typed = storage.getItem(keyOf(form, NOBODY));
  clearDraft(storage, form, NOBODY);
  if (typed !== null && savedAt(typed) > savedAt(storage.getItem(keyOf(form, owner)))) {
    storage.setItem(keyOf(form, owner), typed);
  }
}
