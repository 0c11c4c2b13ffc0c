import type { AnswerOf, Endpoint, RequestOf } from '@throughline/contracts';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { ApiError } from './api-error.js';
import { call } from './api.js';

export interface Attempt<Input> {
  /** The input of the first request and of every retry. */
  readonly input: Input;
  readonly key: string;
}

/** Stores the attempt whose result is unknown. */
export interface AttemptKeeper<Input> {
  /** Returns the open attempt with this input, or a new one. */
  readonly begin: (input: Input) => Attempt<Input> | Promise<Attempt<Input>>;
  /** Called when the result is known. */
  readonly end: () => void;
}

/** Stores the attempt for the lifetime of its page. */
function lastAttempt<Input>(): AttemptKeeper<Input> {
  let open: Attempt<Input> | null = null;
  return {
    begin: (input) => {
      const again = open !== null && JSON.stringify(open.input) === JSON.stringify(input);
      return again && open ? open : (open = { input, key: crypto.randomUUID() });
    },
    end: () => void (open = null),
  };
}

/** A command of a screen with its state. */
export type SentCommand<E extends Endpoint> = UseMutationResult<AnswerOf<E>, Error, RequestOf<E>> & {
  readonly askAgain: (input: RequestOf<E>) => void;
};

/**
 * One submit is one command, however often it is sent. While its result is unknown (no answer, a failing server), the same input keeps its
 * key. After an answer, or with another input, it is a new command. `askAgain` asks for the result of a command without an answer, and
 * withdraws it if it has not arrived, so that it is not carried out later, when the person may want something else.
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
  } = {},
): SentCommand<E> {
  const [ofThisPage] = useState(() => lastAttempt<RequestOf<E>>());
  const { keeper = ofThisPage } = options;
  const isAsking = useRef(false);
  const command = useMutation<AnswerOf<E>, Error, RequestOf<E>>({
    mutationFn: async (input) => {
      const withdraws = isAsking.current;
      isAsking.current = false;
      const attempt = await keeper.begin(input);
      try {
        const output = await call(endpoint, attempt.input, { idempotencyKey: attempt.key, withdraws });
        keeper.end();
        return output;
      } catch (error) {
        if (error instanceof ApiError && error.isDefinite) keeper.end();
        throw error;
      }
    },
    onSuccess: (output, input) => options.onSuccess?.(output, input),
    onError: (error, input) => options.onError?.(error, input),
  });
  const { mutate } = command;
  const askAgain = useCallback(
    (input: RequestOf<E>) => {
      isAsking.current = true;
      mutate(input);
    },
    [mutate],
  );
  return { ...command, askAgain };
}
