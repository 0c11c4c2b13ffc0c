import type { OrdersSentBefore, OrderToSend } from '@throughline/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../../api/api-error.js';
import { type AttemptKeeper, useCommand } from '../../../api/use-command.js';
import { EarlierOrderOpen, SameOrderSent, SentElsewhere } from './unanswered-order.js';

/** What helps after a failure: the same order again, a sign-in first, another look-up, or a changed order. */
export type WayOn = 'try-again' | 'sign-in' | 'look-up' | 'change';

export type Outcome =
  | { readonly kind: 'no-items'; readonly message: string }
  /**
   * Not sent, because it may be a duplicate: of an earlier order without an answer, of one submitted in another tab, or of one that was sent
   * minutes ago. `sent`: which, where it is known.
   */
  | { readonly kind: 'second'; readonly of: 'unanswered'; readonly sent: null }
  | { readonly kind: 'second'; readonly of: 'other-tab'; readonly sent: OrdersSentBefore[number] | null }
  | { readonly kind: 'second'; readonly of: 'same-order'; readonly sent: OrdersSentBefore[number] }
  | { readonly kind: 'sending' }
  | { readonly kind: 'recorded'; readonly referralId: string }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly correlationId: string | null;
      readonly wayOn: WayOn;
    };

export interface OrderResultProps {
  /** Null: closed. */
  readonly outcome: Outcome | null;
  /** Message for a member who is not eligible; null on a form without a look-up. */
  readonly notEligible: string | null;
  readonly onRetry: () => void;
  readonly onSendAnyway: () => void;
  readonly onClose: () => void;
}

interface Handlers {
  /** The earlier order, whose answer was lost. */
  readonly keeper: AttemptKeeper<OrderToSend>;
  /** `named`: the files that the order names, as it was sent. */
  readonly onRecorded: (referralId: string, named: readonly string[]) => void;
  /** The person means a second order. */
  readonly onSecond: () => void;
  /** Field errors of the server, by path. */
  readonly onFieldErrors: (errors: Readonly<Record<string, string>>) => void;
}

/** Sends an order and reports the outcome. A retry after a lost answer is the same command: it gives the same referral. */
export function useOrderSubmission({ keeper, onRecorded, onSecond, onFieldErrors }: Handlers) {
  const queries = useQueryClient();
  const [emptyCart, setEmptyCart] = useState<string | null>(null);
  // A ref, because `isPending` changes only with the next render and a double click is faster.
  const isOnItsWay = useRef(false);
  const named = useRef<readonly string[]>([]);
  const create = useCommand('POST /referrals/create', {
    keeper: {
      begin: async ({ body }) => {
        const { key, input: order } = await keeper.begin(body as OrderToSend);
        named.current = order.attachments ?? [];
        return { key, input: { body: order } };
      },
      end: keeper.end,
    },
    onSuccess: (referralId) => onRecorded(referralId, named.current),
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      // The catalogue may have changed since: the cart then marks what is no longer offered.
      if (error.code.startsWith('order/')) void queries.invalidateQueries({ queryKey: ['items'] });
      if (error.errors === null) return;
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
      create.mutate({ body: order }, { onSettled: () => void (isOnItsWay.current = false) });
    },
    retry,
    /** The person has confirmed that this order is meant as well. */
    sendAnyway: () => {
      onSecond();
      keeper.end();
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
}: Pick<ReturnType<typeof useCommand<'POST /referrals/create'>>, 'status' | 'data' | 'error'>): Outcome | null {
  if (status === 'pending') return { kind: 'sending' };
  if (status === 'success') return { kind: 'recorded', referralId: data ?? '' };
  if (status === 'idle') return null;
  if (error instanceof EarlierOrderOpen) return { kind: 'second', of: 'unanswered', sent: null };
  if (error instanceof SameOrderSent) return { kind: 'second', of: 'same-order', sent: error.sent };
  if (error instanceof SentElsewhere) return { kind: 'second', of: 'other-tab', sent: error.sent };
  return {
    kind: 'failed',
    message: error?.message ?? '',
    correlationId: error instanceof ApiError ? error.correlationId : null,
    wayOn: wayOnAfter(error),
  };
}

function wayOnAfter(error: unknown): Extract<Outcome, { kind: 'failed' }>['wayOn'] {
  if (!(error instanceof ApiError)) return 'try-again';
  if (error.status === 401) return 'sign-in';
  if (error.code.startsWith('eligibility/')) return 'look-up';
  return error.canBeTriedAgain ? 'try-again' : 'change';
}
