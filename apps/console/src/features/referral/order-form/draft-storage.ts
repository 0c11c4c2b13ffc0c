import type { OrderDraft } from './order-draft.js';

const KEY = 'throughline.order-draft.general';
/** A draft holds a member's data: it is kept for a day at most. */
const MAX_AGE_MS = 24 * 3_600_000;

/** Drafts live in this browser only. Storage that is full or forbidden costs the draft, never the form. */
export function loadDraft(storage: Storage, now: number): OrderDraft | null {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? 'null') as { savedAt: number; draft: OrderDraft } | null;
    if (kept === null) return null;
    if (now - kept.savedAt <= MAX_AGE_MS) return kept.draft;
  } catch {
    // Unreadable: as good as none.
  }
  clearDraft(storage);
  return null;
}

export function saveDraft(storage: Storage, draft: OrderDraft, now: number): void {
  try {
    storage.setItem(KEY, JSON.stringify({ savedAt: now, draft }));
  } catch {
    // No room, or storage is off: the form goes on without a draft.
  }
}

export function clearDraft(storage: Storage): void {
  storage.removeItem(KEY);
}
