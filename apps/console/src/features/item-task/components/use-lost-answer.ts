import { useEffect, useRef } from 'react';
import { isInDoubt } from '../../../api/api-error.js';

interface Sent<Input> {
  readonly error: Error | null;
  readonly variables: Input | undefined;
  readonly mutate: (input: Input) => void;
}

/**
 * Sends a command without an answer again, once and under its key, when the page shows what it may have done: if it was this command, its answer was lost, and
 * comes now. If it was somebody else, this one is refused with who it was.
 */
export function useLostAnswer<Input>(command: Sent<Input>, isShown: boolean): void {
  const { variables, mutate } = command;
  const repeated = useRef<Input>(undefined);
  const isDue = isShown && isInDoubt(command.error);
  useEffect(() => {
    if (!isDue || variables === undefined || repeated.current === variables) return;
    repeated.current = variables;
    mutate(variables);
  }, [isDue, variables, mutate]);
}
