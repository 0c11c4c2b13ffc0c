import type { KnownOrderForm, OrderForm } from '@throughline/domain';
import { type CartLine, emptyDraft, isFilled, type OrderDraft } from './order-draft.js';
import {
  flag,
  leftOut,
  list,
  object,
  orNull,
  parts,
  type Reader,
  text,
  texts,
} from '../../../session/stored-values.js';
import { isSpent, loadSaved, savedAtOf, savedOf, saveDraft as saveAt } from '../../../session/drafts.js';
import { keysUnder, NOBODY, ORDER_DRAFTS, readStored } from '../../../session/stored.js';
import { isKept } from '../../../session/browser-storage.js';

const cartLine = parts<CartLine>({
  catalogueId: orNull(text),
  itemCategory: text,
  item: text,
  option: orNull(parts({ id: text, name: text, hcpcs: orNull(text) })),
  hcpcs: orNull(text),
  description: orNull(text),
  image: leftOut(orNull(text)),
  qty: text,
});

const draft = parts<OrderDraft>({
  referralInfo: parts({
    ...texts('lastName', 'firstName', 'email', 'phone', 'referralSource', 'company'),
    sendNotificationsFlag: flag,
  }),
  memberInfo: parts(
    texts(
      ...(['lastName', 'firstName', 'DOB', 'gender', 'phone', 'ACPhone', 'preferredLang', 'email', 'ACEmail'] as const),
      ...(['address1', 'address2', 'city', 'state', 'zip', 'height', 'weight', 'allergies', 'diag'] as const),
    ),
  ),
  physicianInfo: parts(texts('lastName', 'firstName', 'NPI', 'phone', 'fax', 'email')),
  insuranceInfo: parts({
    ...texts('medicareId', 'medicaidId', 'commIns1Name', 'commIns1Id', 'commIns2Name', 'commIns2Id', 'waiverBenefits'),
    insuranceType: parts({ medicare: flag, medicaid: flag, commercial: flag }),
  }),
  items: list(cartLine),
  customItem: parts(texts('name', 'description')),
  babyInfo: parts({ ...texts('lastName', 'firstName', 'dueDate'), nicu: flag }),
  otherInfo: text,
  uhcCodes: text,
  uhcTyped: text,
  ownLastName: text,
  fileNames: list(text),
});

/** Reads a stored draft of this form. Fields that an older version did not store are empty. */
export const draftOf =
  (form: OrderForm): Reader<OrderDraft> =>
  (stored) =>
    draft({ ...emptyDraft(form), ...object(stored) });

/** A draft belongs to one person and one form. The ID of a form contains no dot. */
const keyOf = (form: KnownOrderForm, owner: string) => `${ORDER_DRAFTS}${form.id}.${owner}`;
const saved = (form: KnownOrderForm) => savedOf(draftOf(form));

/** Drafts are kept in this browser only. */
export const loadDraft = (storage: Storage, form: KnownOrderForm, owner: string, now: number): OrderDraft | null =>
  loadSaved(storage, keyOf(form, owner), draftOf(form), now)?.draft ?? null;

/** Whether the browser keeps the draft, or only this page does. */
export const isDraftKept = (storage: Storage, form: KnownOrderForm, owner: string): boolean =>
  isKept(storage, keyOf(form, owner));

/** Returns whether the browser keeps the draft. */
export const saveDraft = (
  storage: Storage,
  form: KnownOrderForm,
  owner: string,
  draft: OrderDraft,
  now: number,
): boolean => saveAt(storage, keyOf(form, owner), draft, now);

/** When the stored draft was typed, in ms; null if there is none. A page recognises by it whether another tab has written. */
export const draftSavedAt = (storage: Storage, form: KnownOrderForm, owner: string): number | null =>
  savedAtOf(storage, keyOf(form, owner));

export function clearDraft(storage: Storage, form: KnownOrderForm, owner: string): void {
  storage.removeItem(keyOf(form, owner));
}

/**
 * Gives a visitor's draft to the person who has signed in, with its age. Of two drafts of a form the newer one becomes the current draft, and
 * the other is kept beside it. An empty draft is dropped.
 */
export function adoptDraft(storage: Storage, form: KnownOrderForm, owner: string): void {
  const typed = readStored(storage, keyOf(form, NOBODY), saved(form));
  clearDraft(storage, form, NOBODY);
  if (typed === null) return;
  const own = readStored(storage, keyOf(form, owner), saved(form));
  const isNewer = own === null || typed.savedAt > own.savedAt;
  if (own !== null && isFilled(form, own.draft)) {
    if (!isFilled(form, typed.draft)) return;
    const older = isNewer ? own : typed;
    storage.setItem(besideOf(form, owner) + older.savedAt, JSON.stringify(older));
  }
  if (isNewer || !isFilled(form, own.draft)) storage.setItem(keyOf(form, owner), JSON.stringify(typed));
}

const besideOf = (form: KnownOrderForm, owner: string) => `${keyOf(form, owner)}.beside.`;

/** When the draft beside the current one was typed, in ms; of several, the next one. Null if there is none. */
export function draftBeside(storage: Storage, form: KnownOrderForm, owner: string, now: number): number | null {
  const beside = keysUnder(storage, besideOf(form, owner))
    .flatMap((key) => {
      const kept = readStored(storage, key, saved(form));
      // The key ends with the time. Any other value was not written by the console.
      if (kept === null || key !== besideOf(form, owner) + kept.savedAt) return [];
      return isSpent(storage, kept, now) ? [] : [kept.savedAt];
    })
    .sort((a, b) => a - b);
  const current = draftSavedAt(storage, form, owner) ?? 0;
  return beside.find((savedAt) => savedAt > current) ?? beside[0] ?? null;
}

/** Swaps the current draft with the one beside it. */
export function changeDraft(storage: Storage, form: KnownOrderForm, owner: string, now: number): void {
  const next = draftBeside(storage, form, owner, now);
  if (next === null) return;
  const [place, beside] = [keyOf(form, owner), besideOf(form, owner)];
  const current = readStored(storage, place, saved(form));
  storage.setItem(place, storage.getItem(beside + next) ?? '');
  storage.removeItem(beside + next);
  if (current !== null) storage.setItem(beside + current.savedAt, JSON.stringify(current));
}
