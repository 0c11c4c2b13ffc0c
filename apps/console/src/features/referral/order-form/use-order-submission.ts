import type { OrderToSend } from '@throughline/contracts';
import { useRef, useState } from 'react';
import { ApiError } from '../../../api/api-error.js';
import { type AttemptKeeper, useCommand } from '../../../api/use-command.js';
import { createReferral } from '../api/create-referral.js';
import type { Outcome } from './result-dialog.js';
import { EarlierOrderOpen, SentElsewhere } from './unanswered-order.js';

interface Handlers {
  /** Of an order whose answer was lost. */
  readonly keeper: AttemptKeeper<OrderToSend>;
  /** `named`: the files that the order says come with it, as it went out. */
  readonly onRecorded: (referralId: string, named: readonly string[]) => void;
  /** The person means a second order. */
  readonly onSecond: () => void;
  /** The server found what the form did not: field path → message. */
  readonly onFieldErrors: (errors: Readonly<Record<string, string>>) => void;
}

/** Sends an order and says what became of it. A retry after a lost answer is the same command: it gives the same referral. */
export function useOrderSubmission({ keeper, onRecorded, onSecond, onFieldErrors }: Handlers) {
  const [emptyCart, setEmptyCart] = useState<string | null>(null);
  // Known at once, where `isPending` is known only after the next render: a double click is quicker.
  const isOnItsWay = useRef(false);
  const named = useRef<readonly string[]>([]);
  const sendNamed: typeof createReferral = (order, options) => {
    named.current = order.attachments ?? [];
    return createReferral(order, options);
  };
  const create = useCommand<OrderToSend, string>(sendNamed, {
    keeper,
    onSuccess: (referralId) => onRecorded(referralId, named.current),
    onError: (error) => {
      if (!(error instanceof ApiError) || error.errors === null) return;
      create.reset();
      onFieldErrors(error.errors);
    },
  });
  const retry = () => create.variables && create.mutate(create.variables);
  return {
    outcome: emptyCart === null ? outcomeOf(create) : ({ kind: 'no-items', message: emptyCart } as const),
    send: (order: OrderToSend) => {
      if (isOnItsWay.current) return;
      isOnItsWay.current = true;
      create.mutate(order, { onSettled: () => void (isOnItsWay.current = false) });
    },
    retry,
    /** The person knows of the earlier order, and means this one. */
    sendAnyway: () => {
      onSecond();
      keeper.end();
      retry();
    },
    sayNoItems: setEmptyCart,
    close: () => {
      setEmptyCart(null);
      create.reset();
    },
  };
}

function outcomeOf({
  status,
  data,
  error,
}: Pick<ReturnType<typeof useCommand<OrderToSend, string>>, 'status' | 'data' | 'error'>): Outcome | null {
  if (status === 'pending') return { kind: 'sending' };
  if (status === 'success') return { kind: 'recorded', referralId: data ?? '' };
  if (status === 'idle') return null;
  if (error instanceof EarlierOrderOpen) return { kind: 'second', of: 'unanswered' };
  if (error instanceof SentElsewhere) return { kind: 'second', of: 'other-tab' };
  return {
    kind: 'failed',
    message: error?.message ?? '',
    correlationId: error instanceof ApiError ? error.correlationId : null,
    signInAgain: error instanceof ApiError && error.status === 401,
    lookUpAgain: error instanceof ApiError && error.code?.startsWith('eligibility/') === true,
  };
}
