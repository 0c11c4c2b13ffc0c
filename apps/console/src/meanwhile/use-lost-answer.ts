import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { isInDoubt } from '../api/api-error.js';
import { connectionAtom } from '../live/connection.js';

interface Sent<Input> {
  readonly error: Error | null;
  readonly variables: Input | undefined;
  readonly askAgain: (input: Input) => void;
}

/**
 * Asks what became of a command without an answer when the page shows what it may have done. If it was this command, its answer was lost, and comes
 * now; if it was somebody else, this one is refused with who it was. One that has not arrived is withdrawn, because its author may want something else by
 * now. Each time that the live connection comes back it is asked once more: the line may have been away for longer than the tries before.
 */
export function useLostAnswer<Input>(command: Sent<Input>, isShown: boolean): void {
  const { variables, askAgain } = command;
  const { state = 'live', since = 0 } = useAtomValue(connectionAtom) ?? {};
  const repeated = useRef<{ readonly variables: Input; readonly since: number }>(undefined);
  const isUp = state === 'live' || state === 'partial';
  const isDue = isUp && isShown && isInDoubt(command.error);
  useEffect(() => {
    if (!isDue || variables === undefined) return;
    if (repeated.current?.variables === variables && repeated.current.since === since) return;
    repeated.current = { variables, since };
    askAgain(variables);
  }, [isDue, variables, since, askAgain]);
}
