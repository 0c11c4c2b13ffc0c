import type { KnownOrderForm } from '@throughline/domain';
import { z } from 'zod';
import { draftShape } from './draft-shape.js';
import { emptyDraft, isFilled, type OrderDraft } from './order-draft.js';
import { keysUnder, readStored } from './stored.js';

/** A draft is its owner's, the next person at this browser does not find it, and its form's. A form's id has no dot in it. */
const keyOf = (form: KnownOrderForm, owner: string) => `${DRAFTS}${form.id}.${owner}`;
const DRAFTS = 'throughline.order-draft.';
/** Who is not signed in. */
export const NOBODY = 'nobody';
/** A draft holds a member's data: it is kept for a day at most. */
const MAX_AGE_MS = 24 * 3_600_000;

/** No later than a date can be. */
const moment = z.object({ savedAt: z.number().max(8.64e15) });

/** What a draft does not have that an older console kept is empty. */
const draftOf = (form: KnownOrderForm) =>
  moment.extend({
    draft: z
      .looseObject({})
      .transform((kept): unknown => ({ ...emptyDraft(form), ...kept }))
      .pipe(draftShape),
  });

/** Drafts live in this browser only. Storage that is full or forbidden costs the draft, never the form. */
export function loadDraft(storage: Storage, form: KnownOrderForm, owner: string, now: number): OrderDraft | null {
  const kept = readStored(storage, keyOf(form, owner), draftOf(form));
  if (kept !== null && !isOld(kept.savedAt, now)) return kept.draft;
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

/** When what is kept was typed, in ms: tells whether it is what a page knows of, or another tab's. Null: nothing is kept. */
export const draftSavedAt = (storage: Storage, form: KnownOrderForm, owner: string): number | null =>
  readStored(storage, keyOf(form, owner), moment)?.savedAt ?? null;

export function clearDraft(storage: Storage, form: KnownOrderForm, owner: string): void {
  storage.removeItem(keyOf(form, owner));
}

/** Kept for long enough: it is cleared, wherever it stands. */
export const isOld = (savedAt: number, now: number): boolean => now - savedAt > MAX_AGE_MS;

/** Every draft that is older than a day goes, whosever it is: no form may ever be opened again that would find it. */
export function clearOldDrafts(storage: Storage, now: number): void {
  for (const key of keysUnder(storage, DRAFTS)) {
    if (isOld(readStored(storage, key, moment)?.savedAt ?? 0, now)) storage.removeItem(key);
  }
}

/**
 * Somebody signed in: what was typed before goes on as theirs, as old as it is. Of two drafts of a form the newer one goes on and the
 * other is kept beside it; one that holds nothing gives way.
 */
export function adoptDraft(storage: Storage, form: KnownOrderForm, owner: string): void {
  const typed = readStored(storage, keyOf(form, NOBODY), draftOf(form));
  clearDraft(storage, form, NOBODY);
  if (typed === null) return;
  const own = readStored(storage, keyOf(form, owner), draftOf(form));
  const isNewer = own === null || typed.savedAt > own.savedAt;
  if (own !== null && isFilled(form, own.draft)) {
    if (!isFilled(form, typed.draft)) return;
    const older = isNewer ? own : typed;
    storage.setItem(besideOf(form, owner) + older.savedAt, JSON.stringify(older));
  }
  if (isNewer || !isFilled(form, own.draft)) storage.setItem(keyOf(form, owner), JSON.stringify(typed));
}

const besideOf = (form: KnownOrderForm, owner: string) => `${keyOf(form, owner)}.beside.`;

/** When the draft was typed that is kept beside the one that goes on, in ms; of several the next one. Null: there is none. */
export function draftBeside(storage: Storage, form: KnownOrderForm, owner: string, now: number): number | null {
  const beside = keysUnder(storage, besideOf(form, owner))
    .flatMap((key) => {
      const savedAt = readStored(storage, key, draftOf(form))?.savedAt;
      // The place is named by it: what is not so was not put there by us.
      return savedAt !== undefined && key === besideOf(form, owner) + savedAt ? [savedAt] : [];
    })
    .filter((savedAt) => !isOld(savedAt, now))
    .sort((a, b) => a - b);
  const current = draftSavedAt(storage, form, owner) ?? 0;
  return beside.find((savedAt) => savedAt > current) ?? beside[0] ?? null;
}

/** The one beside goes on, and the one that went on is kept beside it. */
export function changeDraft(storage: Storage, form: KnownOrderForm, owner: string, now: number): void {
  const next = draftBeside(storage, form, owner, now);
  if (next === null) return;
  const [place, beside] = [keyOf(form, owner), besideOf(form, owner)];
  const current = readStored(storage, place, draftOf(form));
  storage.setItem(place, storage.getItem(beside + next) ?? '');
  storage.removeItem(beside + next);
  if (current !== null) storage.setItem(beside + current.savedAt, JSON.stringify(current));
}
