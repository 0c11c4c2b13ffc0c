import type { KnownOrderForm } from '@throughline/domain';
import { useEffect, useState } from 'react';
import { loggedOutSince } from '../../../session/storage/forget-person.js';
import { onDemand } from '../../../ui/page/on-demand.js';
import { type Attachment, isUnderWay } from '../attachments/attachment-queue.js';
import { useOrderAttachments } from '../attachments/use-attachments.js';
import type { OrderResultProps } from './use-order-submission.js';
import { isOld } from '../../../session/storage/drafts.js';
import { readStored } from '../../../session/storage/stored.js';
import { finite, list, orNull, parts, text } from '../../../session/storage/stored-values.js';
import { siteStorage, tabStorage } from '../../../session/storage/browser-storage.js';
import { browserNow } from '../../../api/server-time.js';

const ResultDialog = onDemand(async () => (await import('./result-dialog.js')).ResultDialog);
const UnattachedFiles = onDemand(async () => (await import('./unattached-files.js')).UnattachedFiles);
export const { load: loadResultDialog } = ResultDialog;

/**
 * Shows the outcome of an order in a dialog, whose code is loaded with the first outcome. The dialog stays mounted, so that it can fade
 * out.
 */
export function OrderResult(props: OrderResultProps) {
  const [hasOpened, setOpened] = useState(false);
  if (props.outcome !== null && !hasOpened) setOpened(true);
  return hasOpened ? <ResultDialog {...props} /> : null;
}

interface InterruptedOrderDialogProps {
  readonly of: KnownOrderForm;
  readonly owner: string;
}

/**
 * After a reload during the uploads, shows the order again: its ID, and the files that were not uploaded and can be chosen again. While
 * files are being uploaded, stores which ones are left.
 */
export function InterruptedOrderDialog({ of, owner }: InterruptedOrderDialogProps) {
  const { queue, unattached } = useOrderAttachments();
  const [order, setOrder] = useState<InterruptedOrder | null>(null);
  useEffect(() => {
    const isForgotten = (savedAt: number) => loggedOutSince(siteStorage, savedAt);
    const found = loadInterrupted(tabStorage, of, owner, browserNow(), isForgotten);
    // The person has come back to the form while this page uploads.
    if (found === null || held.has(found.referralId)) return;
    let hasLeft = false;
    void isUploading(found.referralId).then((elsewhere) => {
      if (hasLeft) return;
      if (elsewhere) return keepInterrupted(tabStorage, of, owner, null, browserNow());
      queue.resume(found.referralId, found.files);
      setOrder(found);
    });
    return () => {
      hasLeft = true;
    };
  }, [of, owner, queue]);
  useEffect(() => {
    const since = browserNow();
    let known = '';
    const note = () => {
      const interrupted = interruptedBy(queue.getReferralId(), queue.files());
      const words = JSON.stringify(interrupted);
      if (words === known || loggedOutSince(siteStorage, since)) return;
      known = words;
      if (interrupted !== null) holdUploads(interrupted.referralId);
      keepInterrupted(tabStorage, of, owner, interrupted, browserNow());
    };
    const unsubscribe = queue.subscribe(note);
    return () => {
      // The person has left the form. The entry is kept until the last file is uploaded.
      if (isUnderWay(queue.files())) return;
      unsubscribe();
      keepInterrupted(tabStorage, of, owner, null, browserNow());
    };
  }, [of, owner, queue]);
  const result = (
    <OrderResult
      outcome={order && { kind: 'recorded', referralId: order.referralId }}
      notEligible={of.lookUp?.notEligible ?? null}
      onRetry={() => undefined}
      onSendAnyway={() => undefined}
      onClose={() => {
        queue.clear();
        setOrder(null);
      }}
    />
  );
  return (
    <>
      {result}
      {unattached ? <UnattachedFiles /> : null}
    </>
  );
}

/** The key has the prefix of drafts, so that it is cleared with them. */
const placeOf = ({ id }: KnownOrderForm, owner: string) => `throughline.order-draft.${id}.${owner}.interrupted`;

/** A recorded order whose uploads were interrupted by a reload. */
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

/** The order with its files as it is stored for a reload; null if every file was uploaded or canceled. */
export function interruptedBy(referralId: string | null, files: readonly Attachment[]): InterruptedOrder | null {
  const meant = files.filter(({ status }) => status !== 'chosen' && status !== 'canceled');
  if (referralId === null || meant.every(({ status }) => status === 'sent')) return null;
  return { referralId, files: meant.map(({ file, fileId }) => ({ name: file.name, fileId })) };
}

const uploadsOf = (referralId: string) => `throughline.uploading.${referralId}`;
/** A page that is being reloaded releases its lock within this time. */
const RELEASE_TIMEOUT_MS = 1_000;

/** The orders whose files this page uploads. */
const held = new Set<string>();

/** Marks the uploads of this order as this page's, for as long as the page is there. */
function holdUploads(referralId: string): void {
  held.add(referralId);
  const locks = navigator.locks as LockManager | undefined;
  void locks?.request(uploadsOf(referralId), { ifAvailable: true }, (lock) => lock && new Promise<never>(() => {}));
}

/** Whether another page uploads the files of this order: a browser gives a duplicated tab a copy of what the first one stores. */
async function isUploading(referralId: string): Promise<boolean> {
  const locks = navigator.locks as LockManager | undefined;
  if (locks === undefined) return false;
  return locks
    .request(uploadsOf(referralId), { signal: AbortSignal.timeout(RELEASE_TIMEOUT_MS) }, () => false)
    .catch(() => true);
}

/** Stores or removes the entry. `storage` belongs to the tab, because no other tab uploads these files. */
export function keepInterrupted(
  storage: Storage,
  form: KnownOrderForm,
  owner: string,
  order: InterruptedOrder | null,
  now: number,
): void {
  if (order === null) storage.removeItem(placeOf(form, owner));
  else storage.setItem(placeOf(form, owner), JSON.stringify({ savedAt: now, ...order }));
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
