import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from './api-error.js';

/** Sends a command; `idempotencyKey` is handed on to `api.post`. */
export type Send<Input, Output> = (input: Input, options: { readonly idempotencyKey: string }) => Promise<Output>;

interface Attempt {
  readonly input: string;
  readonly key: string;
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
  } = {},
): UseMutationResult<Output, Error, Input> {
  const open = useRef<Attempt | null>(null);
  return useMutation<Output, Error, Input>({
    mutationFn: async (input) => {
      const text = JSON.stringify(input);
      if (open.current?.input !== text) open.current = { input: text, key: crypto.randomUUID() };
      const { key } = open.current;
      try {
        const output = await send(input, { idempotencyKey: key });
        open.current = null;
        return output;
      } catch (error) {
        if (error instanceof ApiError && error.isDefinite) open.current = null;
        throw error;
      }
    },
    onSuccess: (output, input) => options.onSuccess?.(output, input),
    onError: (error, input) => options.onError?.(error, input),
  });
}
