import { useLayoutEffect, useRef } from 'react';

/**
 * For a place whose buttons come and go with what they do: when the one that has the focus goes, the place gets it, so that Tab goes
 * on from there instead of from the top of the page. Spread the result on its element.
 */
export function useFocusKept() {
  const place = useRef<HTMLDivElement>(null);
  const within = useRef(false);
  useLayoutEffect(() => {
    if (within.current && document.activeElement === document.body) place.current?.focus();
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
