import { useRef, useState } from 'react';
import type { GeneralOrder } from '@throughline/contracts';
import { ApiError } from '../../../api/api-error.js';
import { createReferral } from '../api/create-referral.js';
import type { Outcome } from './result-dialog.js';

interface Handlers {
  readonly onRecorded: () => void;
  /** The server found what the form did not: field path → message. */
  readonly onFieldErrors: (errors: Readonly<Record<string, string>>) => void;
}

/**
 * One order is one key, however often it is sent: a retry after a lost answer gives the same referral. A changed order is another
 * one and gets a key of its own.
 */
export function useOrderSubmission({ onRecorded, onFieldErrors }: Handlers) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const attempt = useRef<{ readonly body: string; readonly key: string; readonly order: GeneralOrder } | null>(null);

  const send = async (order: GeneralOrder) => {
    if (outcome?.kind === 'sending') return;
    const body = JSON.stringify(order);
    if (attempt.current?.body !== body) attempt.current = { body, order, key: crypto.randomUUID() };
    setOutcome({ kind: 'sending' });
    try {
      const referralId = await createReferral(order, attempt.current.key);
      attempt.current = null;
      setOutcome({ kind: 'recorded', referralId });
      onRecorded();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.errors) {
        setOutcome(null);
        onFieldErrors(error.errors);
      } else {
        setOutcome({ kind: 'failed', message: error.message, correlationId: error.correlationId ?? null });
      }
    }
  };

  return {
    outcome,
    send,
    retry: () => (attempt.current === null ? Promise.resolve() : send(attempt.current.order)),
    sayNoItems: () => setOutcome({ kind: 'no-items' }),
    close: () => setOutcome(null),
  };
}
