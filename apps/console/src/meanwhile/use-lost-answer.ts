import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { inDoubtOf } from '../api/api-error.js';
import { onHeard } from '../api/unanswered.js';
import { connectionAtom } from '../live/connection.js';

interface Sent<Input> {
  readonly error: Error | null;
  readonly variables: Input | undefined;
  readonly askAgain: (input: Input) => void;
}

/** After a question without an answer; twice as long after each later one: a request may be lost while others are answered. */
const PAUSE_MS = 10_000;

/**
 * Asks for the result of a command without an answer, or of the earlier one that it waits for: at once if the page shows a possible effect
 * of it or the live connection is back, and otherwise when the server says anything. If it was carried out, its lost answer arrives now; if
 * somebody else caused the effect, it is refused with their name. A command that has not arrived is withdrawn, because its author may want
 * something else by now.
 * @param isOver the result is known without its answer
 */
export function useLostAnswer<Input>(command: Sent<Input>, isShown: boolean, isOver = false): void {
  const { askAgain } = command;
  const input = isOver ? undefined : inDoubtOf(command);
  const { state = 'live' } = useAtomValue(connectionAtom) ?? {};
  const isUp = state === 'live' || state === 'partial';
  const asked = useRef({ input, atOnce: false, times: 0 });
  const isBack = useRef(false);
  useEffect(() => {
    if (!isUp) isBack.current = input !== undefined;
    if (!isUp || input === undefined) return undefined;
    if (isBack.current || asked.current.input !== input) asked.current = { input, atOnce: isBack.current, times: 0 };
    const of = asked.current;
    const ask = () => {
      of.times += 1;
      askAgain(input);
    };
    if (!isBack.current && (of.atOnce || !isShown)) {
      const notBefore = of.times === 0 ? 0 : performance.now() + PAUSE_MS * Math.min(of.times, 2);
      return onHeard(() => performance.now() < notBefore || ask());
    }
    isBack.current = false;
    of.atOnce = true;
    return void ask();
  }, [isUp, isShown, input, askAgain]);
}
