import type { OrdersSentBefore, OrderToSend } from '@throughline/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../../api/api-error.js';
import { type AttemptKeeper, useCommand } from '../../../api/use-command.js';
import { EarlierOrderOpen, SameOrderSent, SentElsewhere } from './unanswered-order.js';

/** What the person can do after a failure: send the same order again, sign in first, look up the member again, or change the order. */
export type Remedy = 'try-again' | 'sign-in' | 'look-up' | 'change';

/** `others`: how many other things are to be fixed on the form. */
export interface EmptyCart {
  readonly message: string;
  readonly others: number;
}

export type SubmissionOutcome =
  | ({ readonly kind: 'no-items' } & EmptyCart)
  /**
   * The order was not sent, because it may be a duplicate: of an earlier order without an answer, of one submitted in another tab, or of
   * one sent minutes ago. `sent`: that order, if it is known.
   */
  | { readonly kind: 'duplicate'; readonly of: 'unanswered'; readonly sent: null }
  | { readonly kind: 'duplicate'; readonly of: 'other-tab'; readonly sent: OrdersSentBefore[number] | null }
  | { readonly kind: 'duplicate'; readonly of: 'same-order'; readonly sent: OrdersSentBefore[number] }
  | { readonly kind: 'sending' }
  | { readonly kind: 'recorded'; readonly referralId: string }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly correlationId: string | null;
      readonly remedy: Remedy;
    };

export interface OrderResultProps {
  /** Null: closed. */
  readonly outcome: SubmissionOutcome | null;
  /** Message for a member who is not eligible; null on a form without a look-up. */
  readonly notEligible: string | null;
  readonly onRetry: () => void;
  readonly onSendAnyway: () => void;
  readonly onClose: () => void;
}

interface Handlers {
  /** Keeps the command of an order until it is answered. */
  readonly keeper: AttemptKeeper<OrderToSend>;
  /** `named`: the file names in the order as it was sent. */
  readonly onRecorded: (referralId: string, named: readonly string[]) => void;
  /** Called when the person has confirmed an order that may be a duplicate. */
  readonly onDuplicateConfirmed: () => void;
  /** Field errors of the server, by path. */
  readonly onFieldErrors: (errors: Readonly<Record<string, string>>) => void;
}

/** Sends an order and reports the outcome. A retry after a lost answer is the same command, and gives the same referral. */
export function useOrderSubmission({ keeper, onRecorded, onDuplicateConfirmed, onFieldErrors }: Handlers) {
  const queries = useQueryClient();
  const [emptyCart, setEmptyCart] = useState<EmptyCart | null>(null);
  // A ref, because a double click is faster than the render that changes `isPending`.
  const isSending = useRef(false);
  const named = useRef<readonly string[]>([]);
  const create = useCommand('POST /referrals/create', {
    keeper: {
      begin: async ({ body }) => {
        const { key, input: order } = await keeper.begin(body as OrderToSend);
        named.current = order.attachments ?? [];
        return { key, input: { body: order } };
      },
      end: keeper.end,
      ...(keeper.leaveOpen && { leaveOpen: keeper.leaveOpen }),
    },
    onSuccess: (referralId) => onRecorded(referralId, named.current),
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      // The catalogue may have changed, so the offer is read again. The cart then marks lines that are no longer offered.
      if (error.code.startsWith('order/')) void queries.invalidateQueries({ queryKey: ['items'] });
      if (error.errors === null) return;
      create.reset();
      onFieldErrors(error.errors);
    },
  });
  const retry = () => create.variables && create.mutate(create.variables);
  return {
    outcome: emptyCart === null ? outcomeOf(create) : ({ kind: 'no-items', ...emptyCart } as const),
    send: (order: OrderToSend) => {
      if (isSending.current) return;
      isSending.current = true;
      create.mutate({ body: order }, { onSettled: () => void (isSending.current = false) });
    },
    retry,
    /** Sends the order after the person has confirmed that it is no duplicate. */
    sendAnyway: () => {
      onDuplicateConfirmed();
      keeper.end(false);
      retry();
    },
    showEmptyCart: setEmptyCart,
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
}: Pick<
  ReturnType<typeof useCommand<'POST /referrals/create'>>,
  'status' | 'data' | 'error'
>): SubmissionOutcome | null {
  if (status === 'pending') return { kind: 'sending' };
  if (status === 'success') return { kind: 'recorded', referralId: data ?? '' };
  if (status === 'idle') return null;
  if (error instanceof EarlierOrderOpen) return { kind: 'duplicate', of: 'unanswered', sent: null };
  if (error instanceof SameOrderSent) return { kind: 'duplicate', of: 'same-order', sent: error.sent };
  if (error instanceof SentElsewhere) return { kind: 'duplicate', of: 'other-tab', sent: error.sent };
  return {
    kind: 'failed',
    message: error?.message ?? '',
    correlationId: error instanceof ApiError ? error.correlationId : null,
    remedy: remedyFor(error),
  };
}

function remedyFor(error: unknown): Remedy {
  if (!(error instanceof ApiError)) return 'try-again';
  if (error.status === 401) return 'sign-in';
  if (error.code.startsWith('eligibility/')) return 'look-up';
  return error.canBeTriedAgain ? 'try-again' : 'change';
}
