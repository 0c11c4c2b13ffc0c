import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from './api-error.js';

/** Sends a command; `idempotencyKey` is handed on to `api.post`. */
export type Send<Input, Output> = (input: Input, options: { readonly idempotencyKey: string }) => Promise<Output>;

export interface Attempt {
  /** The input's text, or its fingerprint. */
  readonly input: string;
  readonly key: string;
}

/** Keeps an attempt without an outcome for longer than its page lasts. */
export interface AttemptKeeper {
  readonly fingerprint: (text: string) => Promise<string>;
  readonly read: () => Attempt | null;
  readonly write: (attempt: Attempt | null) => void;
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
    readonly keeper?: AttemptKeeper;
  } = {},
): UseMutationResult<Output, Error, Input> {
  const open = useRef<Attempt | null>(null);
  const { keeper } = options;
  const keep = (attempt: Attempt | null): void => {
    open.current = attempt;
    keeper?.write(attempt);
  };
  return useMutation<Output, Error, Input>({
    mutationFn: async (input) => {
      const text = JSON.stringify(input);
      const mark = keeper ? await keeper.fingerprint(text) : text;
      const before = open.current ?? keeper?.read();
      const attempt = before?.input === mark ? before : { input: mark, key: crypto.randomUUID() };
      keep(attempt);
      try {
        const output = await send(input, { idempotencyKey: attempt.key });
        keep(null);
        return output;
      } catch (error) {
        if (error instanceof ApiError && error.isDefinite) keep(null);
        throw error;
      }
    },
    onSuccess: (output, input) => options.onSuccess?.(output, input),
    onError: (error, input) => options.onError?.(error, input),
  });
}
