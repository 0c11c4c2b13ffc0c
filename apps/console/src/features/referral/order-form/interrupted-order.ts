import type { KnownOrderForm } from '@throughline/domain';
import { type Attachment } from '../attachments/attachment-queue.js';
import { isOld } from './draft-storage.js';
import { readStored } from './stored.js';
import { finite, list, orNull, parts, text } from './stored-values.js';

/** With the prefix of drafts, so that it is cleared with them. */
const placeOf = ({ id }: KnownOrderForm, owner: string) => `throughline.order-draft.${id}.${owner}.interrupted`;

/** A recorded order with files that were not uploaded. A reload interrupts uploads. */
export interface InterruptedOrder {
  readonly referralId: string;
  /** `fileId`: null if the file was not uploaded. */
  readonly files: readonly { readonly name: string; readonly fileId: number | null }[];
}

const interruptedOrder = parts<InterruptedOrder & { readonly savedAt: number }>({
  savedAt: finite,
  referralId: text,
  files: list(parts({ name: text, fileId: orNull(finite) })),
});

/** Null if every file was uploaded or canceled. */
export function interruptedBy(referralId: string | null, files: readonly Attachment[]): InterruptedOrder | null {
  const meant = files.filter(({ status }) => status !== 'chosen' && status !== 'canceled');
  if (referralId === null || meant.every(({ status }) => status === 'sent')) return null;
  return { referralId, files: meant.map(({ file, fileId }) => ({ name: file.name, fileId })) };
}

/** `storage` belongs to the tab, which alone uploads these files. */
export function keepInterrupted(
  storage: Storage,
  form: KnownOrderForm,
  owner: string,
  order: InterruptedOrder | null,
  now: number,
): void {
  try {
    if (order === null) storage.removeItem(placeOf(form, owner));
    else storage.setItem(placeOf(form, owner), JSON.stringify({ savedAt: now, ...order }));
  } catch {
    // The storage is full or disabled: a reload does not show the order again.
  }
}

/** The order that a reload interrupted. Null after a day, or if the person has logged out since (`isForgotten`, of a time in ms). */
export function loadInterrupted(
  storage: Storage,
  form: KnownOrderForm,
  owner: string,
  now: number,
  isForgotten: (savedAt: number) => boolean,
): InterruptedOrder | null {
  const kept = readStored(storage, placeOf(form, owner), interruptedOrder);
  if (kept === null || isOld(kept.savedAt, now) || isForgotten(kept.savedAt)) return null;
  return { referralId: kept.referralId, files: kept.files };
}
