import { useEffect, useState } from 'react';

/** Milliseconds (access specification, section 9; ordering specification, section 9). */
export const DEBOUNCE_MS = 200;
export const LIST_DEBOUNCE_MS = 500;

/** The value as it was after it had rested for so long. */
export function useDebounced<T>(value: T, afterMs: number = DEBOUNCE_MS): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return rested;
}
