import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from './api-error.js';

/** Sends a command; `idempotencyKey` is handed on to `api.post`. */
export type Send<Input, Output> = (input: Input, options: { readonly idempotencyKey: string }) => Promise<Output>;

export interface Attempt<Input> {
  /** As it is sent, the first time and every other. */
  readonly input: Input;
  readonly key: string;
}

/** Knows the attempt whose outcome is open. */
export interface AttemptKeeper<Input> {
  /** The open attempt that this input is another try of, or a new one. */
  readonly begin: (input: Input) => Attempt<Input> | Promise<Attempt<Input>>;
  /** The outcome is known. */
  readonly end: () => void;
}

/** Keeps it as long as its page lasts. */
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

/**
 * One submit is one command, however often it is sent: as long as its outcome is unknown (no answer, a failing server), the same
 * input keeps its key. After an answer, or with another input, it is a new command.
 *
 * @example const complete = useCommand(completeTask, { onSuccess: () => announce('Task completed') });
 *          <Button loading={complete.isPending} onClick={() => complete.mutate({ taskId, moves })}>Complete</Button>
 */
export function useCommand<Input, Output>(
  send: Send<Input, Output>,
  options: {
    readonly onSuccess?: (output: Output, input: Input) => unknown;
    readonly onError?: (error: Error, input: Input) => unknown;
    readonly keeper?: AttemptKeeper<Input>;
  } = {},
): UseMutationResult<Output, Error, Input> {
  const [ofThisPage] = useState(() => lastAttempt<Input>());
  const { keeper = ofThisPage } = options;
  return useMutation<Output, Error, Input>({
    mutationFn: async (input) => {
      const attempt = await keeper.begin(input);
      try {
        const output = await send(attempt.input, { idempotencyKey: attempt.key });
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
}
