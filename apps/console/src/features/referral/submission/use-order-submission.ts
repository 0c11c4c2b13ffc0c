import type { OrdersSentBefore, OrderToSend } from '@throughline/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, fateIn } from '../../../api/api-error.js';
import { useCommand } from '../../../api/use-command.js';
import { EarlierOrderOpen, type OrderKeeper, SameOrderSent, SentElsewhere } from './unanswered-order.js';

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

/**
 * What is to be known of an order without an answer: it is the one in this form (`this`), or it is not in the form any more (`earlier`); it
 * was asked for, and had not arrived (`not-arrived`).
 */
export type Doubt = 'this' | 'earlier' | 'not-arrived';

interface Handlers {
  readonly keeper: OrderKeeper;
  /** Whether the form began with a draft. */
  readonly isRestored: boolean;
  /** The order as it is in the form. Rejects if it is not complete. */
  readonly readOrder: () => Promise<OrderToSend>;
  /** `named`: the file names in the order as it was sent. */
  readonly onRecorded: (referralId: string, named: readonly string[]) => void;
  /** Called when the person has confirmed an order that may be a duplicate. */
  readonly onDuplicateConfirmed: () => void;
  /** Field errors of the server, by path. */
  readonly onFieldErrors: (errors: Readonly<Record<string, string>>) => void;
}

/** Sends an order and reports the outcome. A retry after a lost answer is the same command, and gives the same referral. */
export function useOrderSubmission({
  keeper,
  isRestored,
  readOrder,
  onRecorded,
  onDuplicateConfirmed,
  onFieldErrors,
}: Handlers) {
  const queries = useQueryClient();
  const [doubt, setDoubt] = useState<Doubt | null>(() => (!keeper.isOpen() ? null : isRestored ? 'this' : 'earlier'));
  // The answer of an order that was sent before a reload is asked for without a dialog, until the person submits it.
  const [isAsking, setAsking] = useState(false);
  const asked = useRef<{ sendNext: OrderToSend | null } | null>(null);
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
      end: (isDone) => {
        keeper.end(isDone);
        setDoubt(null);
      },
      leaveOpen: () => {
        keeper.leaveOpen?.();
        setDoubt('this');
      },
    },
    onSuccess: (referralId) => {
      endAsking();
      onRecorded(referralId, named.current);
    },
    onError: (error) => {
      const question = endAsking();
      if (question !== null) {
        if (question.sendNext !== null) return send(question.sendNext);
        create.reset();
        if (fateIn(error) === 'not done') setDoubt('not-arrived');
        // Another tab may know by now.
        else if (!keeper.isOpen()) setDoubt(null);
        return;
      }
      if (!(error instanceof ApiError)) return;
      // The catalogue may have changed, so the offer is read again. The cart then marks lines that are no longer offered.
      if (error.code.startsWith('order/')) void queries.invalidateQueries({ queryKey: ['items'] });
      if (error.errors === null) return;
      create.reset();
      onFieldErrors(error.errors);
    },
  });
  const retry = () => create.variables && create.mutate(create.variables);
  function endAsking() {
    const question = asked.current;
    asked.current = null;
    setAsking(false);
    return question;
  }
  function send(order: OrderToSend): void {
    if (asked.current !== null) {
      asked.current.sendNext = order;
      return setAsking(false);
    }
    if (isSending.current) return;
    isSending.current = true;
    create.mutate({ body: order }, { onSettled: () => void (isSending.current = false) });
  }
  /** If the order has not arrived, it is withdrawn. If it cannot be asked for, because the draft is another one by now, its notice stays. */
  const askForAnswer = useEffectEvent(async () => {
    const order = await readOrder();
    if (asked.current !== null || isSending.current || !(await keeper.isOpenFor(order))) return;
    asked.current = { sendNext: null };
    setAsking(true);
    create.askAgain({ body: order });
  });
  useEffect(() => {
    if (keeper.isOpen()) void askForAnswer().catch(() => undefined);
  }, [keeper]);
  return {
    outcome: emptyCart !== null ? ({ kind: 'no-items', ...emptyCart } as const) : isAsking ? null : outcomeOf(create),
    doubt,
    /** The person knows that the earlier order may have been recorded. */
    forgetDoubt: () => {
      keeper.end(false);
      setDoubt(null);
    },
    send,
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

/** The look-up's ticket was used or has expired, so the order needs a new look-up. */
export const isLookUpOver = (outcome: SubmissionOutcome | null): boolean =>
  outcome?.kind === 'failed' && outcome.remedy === 'look-up';
