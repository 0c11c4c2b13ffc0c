import { useEffect, useEffectEvent, useState } from 'react';

/** How long an element must be visible before it counts as read. */
const READ_AFTER_MS = 2_000;

/**
 * Calls `onSeen` once the element has been visible for two seconds in a tab in the foreground. It is called only once while the element
 * exists, so that a note that the person then marks as unread stays unread. Null: do not observe.
 */
export function useSeen(onSeen: (() => void) | null) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [wasSeen, setWasSeen] = useState(onSeen === null);
  const see = useEffectEvent(() => {
    setWasSeen(true);
    onSeen?.();
  });
  useEffect(() => {
    if (element === null || wasSeen) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isInView = false;
    const look = () => {
      clearTimeout(timer);
      if (isInView && document.visibilityState === 'visible') timer = setTimeout(see, READ_AFTER_MS);
    };
    const observer = new IntersectionObserver(([entry]) => {
      isInView = entry?.isIntersecting ?? false;
      look();
    });
    observer.observe(element);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('visibilitychange', look);
    };
  }, [element, wasSeen]);
  return setElement;
}
