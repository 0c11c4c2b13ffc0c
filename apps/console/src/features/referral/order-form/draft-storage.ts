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
} from '../../../session/storage/stored-values.js';
import { isSpent, loadSaved, savedAtOf, savedOf, saveDraft as saveAt } from '../../../session/storage/drafts.js';
import { keysUnder, NOBODY, ORDER_DRAFTS, readStored } from '../../../session/storage/stored.js';
import { isKept } from '../../../session/storage/browser-storage.js';

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
  isMember: flag,
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

/** Reads the draft of this form and owner. Drafts are stored in this browser only. */
export const loadDraft = (storage: Storage, form: KnownOrderForm, owner: string, now: number): OrderDraft | null =>
  loadSaved(storage, keyOf(form, owner), draftOf(form), now)?.draft ?? null;

/** Whether the browser stores the draft, and not only this page. */
export const isDraftKept = (storage: Storage, form: KnownOrderForm, owner: string): boolean =>
  isKept(storage, keyOf(form, owner));

export const saveDraft = (
  storage: Storage,
  form: KnownOrderForm,
  owner: string,
  draft: OrderDraft,
  now: number,
): boolean => saveAt(storage, keyOf(form, owner), draft, now);

/** When the stored draft was saved, in ms; null: there is none. A page that finds another time knows that another tab has written. */
export const draftSavedAt = (storage: Storage, form: KnownOrderForm, owner: string): number | null =>
  savedAtOf(storage, keyOf(form, owner));

export function clearDraft(storage: Storage, form: KnownOrderForm, owner: string): void {
  storage.removeItem(keyOf(form, owner));
}

/**
 * Gives a visitor's draft, with its age, to the person who has signed in. If both have a draft of the form, the newer one becomes the
 * current draft and the other is stored beside it. An empty draft is dropped.
 */
export function adoptDraft(storage: Storage, form: KnownOrderForm, owner: string): void {
  const visitors = readStored(storage, keyOf(form, NOBODY), saved(form));
  clearDraft(storage, form, NOBODY);
  if (visitors === null) return;
  const current = readStored(storage, keyOf(form, owner), saved(form));
  const isNewer = current === null || visitors.savedAt > current.savedAt;
  if (current !== null && isFilled(form, current.draft)) {
    if (!isFilled(form, visitors.draft)) return;
    const older = isNewer ? current : visitors;
    storage.setItem(besideOf(form, owner) + older.savedAt, JSON.stringify(older));
  }
  if (isNewer || !isFilled(form, current.draft)) storage.setItem(keyOf(form, owner), JSON.stringify(visitors));
}

const besideOf = (form: KnownOrderForm, owner: string) => `${keyOf(form, owner)}.beside.`;

/** When a draft beside the current one was saved, in ms; null: there is none. If there are several, it is the next one by age, in turn. */
export function draftBeside(storage: Storage, form: KnownOrderForm, owner: string, now: number): number | null {
  const beside = keysUnder(storage, besideOf(form, owner))
    .flatMap((key) => {
      const kept = readStored(storage, key, saved(form));
      // The key ends with the time. A key with another time was not written by the console.
      if (kept === null || key !== besideOf(form, owner) + kept.savedAt) return [];
      return isSpent(storage, kept, now) ? [] : [kept.savedAt];
    })
    .sort((a, b) => a - b);
  const current = draftSavedAt(storage, form, owner) ?? 0;
  return beside.find((savedAt) => savedAt > current) ?? beside[0] ?? null;
}

/** Swaps the current draft with the one beside it. */
export function swapDrafts(storage: Storage, form: KnownOrderForm, owner: string, now: number): void {
  const next = draftBeside(storage, form, owner, now);
  if (next === null) return;
  const [place, beside] = [keyOf(form, owner), besideOf(form, owner)];
  const current = readStored(storage, place, saved(form));
  storage.setItem(place, storage.getItem(beside + next) ?? '');
  storage.removeItem(beside + next);
  if (current !== null) storage.setItem(beside + current.savedAt, JSON.stringify(current));
}
