import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus in a container whose buttons appear and disappear: when the focused button disappears, the container gets the focus, so
 * that Tab continues there and not at the top of the page. If the container disappears, the heading of the page gets it. Spread the result on the container.
 */
export function useFocusKept() {
  const place = useRef<HTMLDivElement>(null);
  const within = useRef(false);
  useLayoutEffect(() => {
    if (!within.current || document.activeElement !== document.body) return;
    if (place.current) return place.current.focus();
    // The container is gone as well.
    within.current = false;
    document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true });
  });
  return {
    ref: place,
    tabIndex: -1,
    onFocus: () => {
      within.current = true;
    },
    onBlur: () => {
      within.current = false;
    },
  };
}

/**
 * Moves the focus when an entry of a list is removed by its own button: to the button of the next entry, or of the last one, or to `emptied` if
 * the list is empty. Set `list` as the ref of the list, and call `removing` with the index of the removed entry. `count` is the number of entries.
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
