import type { KnownOrderForm } from '@throughline/domain';
import { z } from 'zod';
import { type Attachment } from '../attachments/attachment-queue.js';
import { isOld } from './draft-storage.js';
import { readStored } from './stored.js';

/** With the beginning of a draft's place, so that it goes with them. */
const placeOf = ({ id }: KnownOrderForm, owner: string) => `throughline.order-draft.${id}.${owner}.interrupted`;

const interruptedOrder = z.object({
  savedAt: z.number(),
  referralId: z.string(),
  /** `fileId`: null where it did not get there. */
  files: z.array(z.object({ name: z.string(), fileId: z.number().nullable() })),
});

/** An order that is recorded, and whose files are not all there: a reload takes from the page those that are on their way. */
export type InterruptedOrder = Omit<z.output<typeof interruptedOrder>, 'savedAt'>;

/** Null: every file is there, or was given up. */
export function interruptedBy(referralId: string | null, files: readonly Attachment[]): InterruptedOrder | null {
  const meant = files.filter(({ status }) => status !== 'chosen' && status !== 'canceled');
  if (referralId === null || meant.every(({ status }) => status === 'sent')) return null;
  return { referralId, files: meant.map(({ file, fileId }) => ({ name: file.name, fileId })) };
}

/** `storage` is the tab's own: another tab has nothing to do with files that this one sends. */
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
    // No room, or storage is off: a reload says nothing of the order.
  }
}

/** What a reload interrupted, unless it is a day ago or its person has logged out since, of which `isForgotten` knows (ms). */
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
