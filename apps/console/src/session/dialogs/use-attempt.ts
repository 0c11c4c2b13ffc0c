import { useState } from 'react';
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError } from '../../api/api-error.js';
import { sayable, sayableRefusal } from '../sign-in/provider-words.js';
import type { SignInStep } from '../sign-in/sign-in-step.js';
import { signInMessage } from '../sign-in/sign-in.js';

export interface StepProps {
  /** Rejects when the next dialog could not be loaded. */
  readonly go: (step: SignInStep) => Promise<void>;
  readonly onClose: () => void;
}

/** Codes for a sign-in that is no longer in progress. */
const OVER = ['identity/invalid-token', 'identity/wrong-state'];

/**
 * Takes one step of a sign-in at a time, goes to the next step, and resolves with it; null if the step failed. `busy` stays true once the
 * person is signed in, until the dialog is closed. Call `giveUp` before the dialog is closed during a step that takes a signal. `atFields`
 * shows an error at a field and returns true, or false to leave it to the dialog.
 */
export function useAttempt(
  { go }: Pick<StepProps, 'go'>,
  username: string,
  atFields: (error: unknown) => boolean = () => false,
) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [abort] = useState(() => new AbortController());

  const attempt = async (take: (signal: AbortSignal) => Promise<SignInStep>): Promise<SignInStep | null> => {
    if (busy) return null;
    setBusy(true);
    setError(null);
    try {
      const next = await take(abort.signal);
      await go(next);
      if (next.dialog !== 'in') setBusy(false);
      return next;
    } catch (failure) {
      setBusy(false);
      if (failure instanceof ApiError && OVER.includes(failure.code)) {
        await go({ dialog: 'sign-in', username, notice: 'took-too-long' });
      } else if (!atFields(failure)) {
        setError(
          failure instanceof ApiError ? sayableRefusal(failure) : new Error(signInMessage(failure), { cause: failure }),
        );
      }
      return null;
    }
  };
  const giveUp = () => abort.abort();
  return { attempt, busy, error, giveUp };
}

/** Shows a refusal of the API at the fields that it names, and focuses the first of them. */
export const showAtFields =
  <Values extends FieldValues>(setError: UseFormSetError<Values>, fields: readonly FieldPath<Values>[]) =>
  (error: unknown): boolean => {
    const messages: Readonly<Record<string, string>> = error instanceof ApiError ? (error.errors ?? {}) : {};
    const wrong = fields.filter((field) => messages[field] !== undefined);
    wrong.forEach((field, index) =>
      setError(field, { type: 'api', message: sayable(messages[field] ?? '') }, { shouldFocus: index === 0 }),
    );
    return wrong.length > 0;
  };
