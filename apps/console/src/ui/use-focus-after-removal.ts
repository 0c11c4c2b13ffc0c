import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * For a list whose entries have a button that removes them: the focus goes to the button of the entry that takes the removed one's
 * place, of the last one where there is none, and to `emptied` where nothing is left. Put `list` on the list; call `removing` with
 * the entry's index as it is removed. `count`: how many entries there are.
 */
export function useFocusAfterRemoval<List extends HTMLElement>(count: number, emptied: RefObject<HTMLElement | null>) {
  const list = useRef<List>(null);
  const removed = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (removed.current === null) return;
    const buttons = list.current?.querySelectorAll('button') ?? [];
    (buttons[Math.min(removed.current, count - 1)] ?? emptied.current)?.focus();
    removed.current = null;
  }, [count, emptied]);
  return {
    list,
    removing: (index: number) => {
      removed.current = index;
    },
  };
}
