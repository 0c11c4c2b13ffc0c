import type { AnswerOf, Endpoint, RequestOf } from '@throughline/contracts';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { ApiError } from './api-error.js';
import { usePast } from '../past/past.js';
import { call } from './api.js';

export interface Attempt<Input> {
  /** The input of the first request and of every retry. */
  readonly input: Input;
  readonly key: string;
}

/** Stores the attempt whose result is unknown for longer than its page. */
export interface AttemptKeeper<Input> {
  /** Returns the open attempt with this input, or a new one. */
  readonly begin: (input: Input) => Attempt<Input> | Promise<Attempt<Input>>;
  /** Called when the result is known. `isDone`: the command was carried out. */
  readonly end: (isDone: boolean) => void;
  /** Called when there was no answer, so that the result is unknown. */
  readonly leaveOpen?: () => void;
}

const isSameInput = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** A command of a screen with its state. */
export type SentCommand<E extends Endpoint> = UseMutationResult<AnswerOf<E>, Error, RequestOf<E>> & {
  readonly askAgain: (input: RequestOf<E>) => void;
  /** What is pending was not sent by the person now: the result of an earlier request is being asked for. */
  readonly isAsking: boolean;
};

/**
 * One submit is one command, however often it is sent. While its result is unknown (no answer, a failing server), the same input keeps its
 * key. After an answer, or with another input, it is a new command. `askAgain` asks for the result of a command without an answer, and
 * withdraws it if it has not arrived, so that it is not carried out later, when the person may want something else. At an earlier moment it
 * is refused without a request.
 *
 * @example const claim = useCommand('POST /tasks/{taskId}/claim', { onSuccess: () => announce('The task is yours') });
 *          <Button onClick={() => claim.mutate({ params: { taskId } })}>Claim</Button>
 */
export function useCommand<E extends Endpoint>(
  endpoint: E,
  options: {
    readonly onSuccess?: (output: AnswerOf<E>, input: RequestOf<E>) => unknown;
    readonly onError?: (error: Error, input: RequestOf<E>) => unknown;
    readonly keeper?: AttemptKeeper<RequestOf<E>>;
    /** What the command waits for before it is sent. It never rejects. */
    readonly before?: () => Promise<unknown> | undefined;
  } = {},
): SentCommand<E> {
  const { keeper } = options;
  const past = usePast();
  const asks = useRef(false);
  const [isAsking, setAsking] = useState(false);
  /** The attempt of this page whose result is unknown. */
  const open = useRef<Attempt<RequestOf<E>> | null>(null);
  const command = useMutation<AnswerOf<E>, Error, RequestOf<E>>({
    mutationFn: async (input) => {
      if (past) throw new Error(past.refusal);
      const withdraws = asks.current;
      asks.current = false;
      setAsking(withdraws);
      if (!withdraws) await options.before?.();
      // A keeper that came after the command was first sent does not know its key.
      const again = open.current && isSameInput(open.current.input, input) ? open.current : null;
      const attempt = again ?? (await keeper?.begin(input)) ?? { input, key: crypto.randomUUID() };
      open.current = attempt;
      const end = (isDone: boolean) => {
        open.current = null;
        keeper?.end(isDone);
      };
      try {
        const output = await call(endpoint, attempt.input, { idempotencyKey: attempt.key, withdraws });
        end(true);
        return output;
      } catch (error) {
        if (error instanceof ApiError && error.isDefinite) end(false);
        else keeper?.leaveOpen?.();
        throw error;
      }
    },
    onSuccess: (output, input) => options.onSuccess?.(output, input),
    onError: (error, input) => options.onError?.(error, input),
  });
  const { mutate } = command;
  const askAgain = useCallback(
    (input: RequestOf<E>) => {
      asks.current = true;
      mutate(input);
    },
    [mutate],
  );
  return { ...command, askAgain, isAsking };
}
