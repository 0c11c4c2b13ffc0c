import { useEffect, useState } from 'react';

/** True once `pending` has lasted: what is there in an instant shows no skeleton. */
export function useLate(pending: boolean, afterMs = 200): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => setLate(true), afterMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [pending, afterMs]);
  return pending && late;
}
