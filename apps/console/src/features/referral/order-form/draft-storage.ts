import { emptyDraft, type OrderDraft } from './order-draft.js';

/** A draft is its owner's: the next person at this browser does not find it. */
const keyOf = (owner: string) => `throughline.order-draft.general.${owner}`;
/** Who is not signed in. */
export const NOBODY = 'nobody';
/** A draft holds a member's data: it is kept for a day at most. */
const MAX_AGE_MS = 24 * 3_600_000;

/** Drafts live in this browser only. Storage that is full or forbidden costs the draft, never the form. */
export function loadDraft(storage: Storage, owner: string, now: number): OrderDraft | null {
  try {
    const kept = JSON.parse(storage.getItem(keyOf(owner)) ?? 'null') as { savedAt: number; draft: OrderDraft } | null;
    if (kept === null) return null;
    if (now - kept.savedAt <= MAX_AGE_MS) return { ...emptyDraft(), ...kept.draft };
  } catch {
    // Unreadable: as good as none.
  }
  clearDraft(storage, owner);
  return null;
}

export function saveDraft(storage: Storage, owner: string, draft: OrderDraft, now: number): void {
  try {
    storage.setItem(keyOf(owner), JSON.stringify({ savedAt: now, draft }));
  } catch {
    // No room, or storage is off: the form goes on without a draft.
  }
}

export function clearDraft(storage: Storage, owner: string): void {
  storage.removeItem(keyOf(owner));
}

/** Somebody signed in: what they typed before goes on as theirs, unless they have a draft already. */
export function adoptDraft(storage: Storage, owner: string, now: number): OrderDraft | null {
  const own = loadDraft(storage, owner, now);
  if (owner === NOBODY || own !== null) return own;
  const typed = loadDraft(storage, NOBODY, now);
  if (typed !== null) {
    saveDraft(storage, owner, typed, now);
    clearDraft(storage, NOBODY);
  }
  return typed;
}
