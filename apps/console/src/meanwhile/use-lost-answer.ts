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
 * Asks for the result of a command without an answer once the page shows a possible effect of it. If the effect is its own, its lost answer
 * arrives now; if somebody else caused it, the command is refused with their name. A command that has not arrived is withdrawn, because its
 * author may want something else by now. It asks again each time the live connection returns, because the outage may have lasted longer
 * than the previous attempts.
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
