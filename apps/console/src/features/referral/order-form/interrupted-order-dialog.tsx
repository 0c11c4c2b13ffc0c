import type { KnownOrderForm } from '@throughline/domain';
import { useEffect, useState } from 'react';
import { loggedOutSince } from '../../../session/forget-person.js';
import { isUnderWay } from '../attachments/attachment-queue.js';
import { useOrderAttachments } from './attachments-context.js';
import { interruptedBy, keepInterrupted, loadInterrupted } from './interrupted-order.js';
import { ResultDialog } from './result-dialog.js';

interface InterruptedOrderDialogProps {
  readonly of: KnownOrderForm;
  readonly owner: string;
  readonly contactEmail: string;
}

/**
 * After a reload in the middle of the uploads, the result of the order as it stands: its ID, and the files that did not get there, which
 * can be chosen again. Remembers it as long as files are on their way.
 */
export function InterruptedOrderDialog({ of, owner, contactEmail }: InterruptedOrderDialogProps) {
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
      // Somebody who went on to another page: it is noted until the last file is there.
      if (isUnderWay(queue.files())) return;
      unsubscribe();
      keepInterrupted(sessionStorage, of, owner, null, Date.now());
    };
  }, [of, owner, queue]);
  return (
    <ResultDialog
      outcome={order && { kind: 'recorded', referralId: order.referralId }}
      contactEmail={contactEmail}
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
