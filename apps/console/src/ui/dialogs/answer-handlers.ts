import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { AnyDraft } from '../../draft/use-draft.js';
import { isChangedMeanwhile } from '../../meanwhile/use-replacing.js';
import { toast, toastFailed } from '../announcer.js';

export interface AnswerHandlers<Sent, Answer> {
  /** Announced after a success. Left out if the next screen shows the success. */
  readonly doneWords?: string | ((sent: Sent) => string);
  /** Queries to read again after every answer: even a refusal may be caused by a change that the page does not show yet. */
  readonly reads?: readonly QueryKey[];
  /** Called after every answer, for the same reason as `reads`. */
  readonly onSettled?: () => void;
  /** Called after a success and awaited before the dialog closes. `isLeft`: the person has closed it while the command was being sent. */
  readonly onDone?: (answer: Answer, sent: Sent, isLeft: boolean) => unknown;
  /** Called after a success in place of closing the dialog. */
  readonly leadsTo?: (answer: Answer, sent: Sent) => unknown;
  /** Called with a refusal and awaited, for example to read what has caused it. */
  readonly onRefused?: (error: Error) => unknown;
  /** The fields at which a refusal is shown, and its messages there; null if it is shown above them. */
  readonly refusedAt?: (error: Error) => Readonly<Record<string, string>> | null;
  readonly onClose: () => void;
}

interface Answered<Typed extends FieldValues, Given, Sent, Answer> extends AnswerHandlers<Sent, Answer> {
  readonly title: string;
  readonly form?: UseFormReturn<Typed, unknown, Given>;
  readonly draft?: AnyDraft<Sent> | undefined;
}

/** Handles the answer. `begin` must be called before the request is sent. */
export function useAnswerHandlers<Typed extends FieldValues, Given, Sent, Answer>(
  props: Answered<Typed, Given, Sent, Answer>,
) {
  const {
    title,
    form,
    draft,
    doneWords,
    reads = [],
    onSettled,
    onDone,
    leadsTo,
    onRefused,
    refusedAt,
    onClose,
  } = props;
  /** What was typed when each request was sent: an answer may be to an earlier one. */
  const typed = useRef<Record<string, string | undefined>>({});
  /** The person has closed the dialog while its command was being sent. */
  const isLeft = useRef(false);
  const typedNow = () => form && JSON.stringify(form.getValues());
  // A sent draft is removed; if there is one, it was typed since.
  const isSent = (sent: Sent) => isAsSent(sent) || (form === undefined && !draft?.load());
  const queries = useQueryClient();
  const readAgain = () => {
    for (const queryKey of reads) void queries.invalidateQueries({ queryKey });
    onSettled?.();
  };
  const begin = (sent: Sent) => void (typed.current[JSON.stringify(sent)] = typedNow());
  const isAsSent = (sent: Sent) => form !== undefined && typedNow() === typed.current[JSON.stringify(sent)];
  const handlers = {
    onSuccess: async (answer: Answer, sent: Sent) => {
      if (onDone) await onDone(answer, sent, isLeft.current);
      if (doneWords !== undefined) toast(typeof doneWords === 'string' ? doneWords : doneWords(sent));
      if (isLeft.current) return readAgain();
      if (leadsTo) leadsTo(answer, sent);
      // After a late answer, the dialog stays open if something else was typed meanwhile, because the command did not contain it.
      else if (isSent(sent)) onClose();
      readAgain();
    },
    onError: async (error: Error) => {
      if (isLeft.current) toastFailed(title, error.message);
      else {
        await onRefused?.(error);
        for (const [index, [path, message]] of Object.entries(refusedAt?.(error) ?? {}).entries()) {
          // The message about a concurrent change has the focus, not its fields.
          const shouldFocus = index === 0 && !isChangedMeanwhile(error);
          form?.setError(path as Path<Typed>, { type: 'refused', message }, { shouldFocus });
        }
      }
      readAgain();
    },
  };
  const leave = () => {
    isLeft.current = true;
    onClose();
  };
  return { begin, isAsSent, handlers, leave };
}
