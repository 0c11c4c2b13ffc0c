import type { KnownOrderForm } from '@throughline/domain';
import { useEffect, useState } from 'react';
import { loggedOutSince } from '../../../session/forget-person.js';
import { onDemand } from '../../../ui/on-demand.js';
import { isUnderWay } from '../attachments/attachment-queue.js';
import { useOrderAttachments } from '../attachments/use-attachments.js';
import { interruptedBy, keepInterrupted, loadInterrupted } from './interrupted-order.js';
import type { OrderResultProps } from './use-order-submission.js';

const ResultDialog = onDemand(async () => (await import('./result-dialog.js')).ResultDialog);
export const { load: loadResultDialog } = ResultDialog;

/** Shows the outcome of an order in a dialog, which is loaded with the first outcome. It stays mounted to fade out. */
export function OrderResult(props: OrderResultProps) {
  const [hasOpened, setOpened] = useState(false);
  if (props.outcome !== null && !hasOpened) setOpened(true);
  return hasOpened ? <ResultDialog {...props} onFailed={() => undefined} /> : null;
}

interface InterruptedOrderDialogProps {
  readonly of: KnownOrderForm;
  readonly owner: string;
}

/**
 * After a reload during the uploads, shows the order again: its ID, and the files that were not uploaded and can be chosen again. The entry is
 * kept while files are being uploaded.
 */
export function InterruptedOrderDialog({ of, owner }: InterruptedOrderDialogProps) {
  const { queue } = useOrderAttachments();
  const [order, setOrder] = useState(() =>
    loadInterrupted(sessionStorage, of, owner, Date.now(), (savedAt) => loggedOutSince(localStorage, savedAt)),
  );
  useEffect(() => {
    if (order !== null) queue.resume(order.referralId, order.files);
  }, [order, queue]);
  useEffect(() => {
    const since = Date.now();
    let known = '';
    const note = () => {
      const interrupted = interruptedBy(queue.goesTo(), queue.files());
      const words = JSON.stringify(interrupted);
      if (words === known || loggedOutSince(localStorage, since)) return;
      known = words;
      keepInterrupted(sessionStorage, of, owner, interrupted, Date.now());
    };
    const unsubscribe = queue.subscribe(note);
    return () => {
      // The person has left the page: keep the entry until the last file is uploaded.
      if (isUnderWay(queue.files())) return;
      unsubscribe();
      keepInterrupted(sessionStorage, of, owner, null, Date.now());
    };
  }, [of, owner, queue]);
  return (
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
}
