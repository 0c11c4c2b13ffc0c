import { useEffect } from 'react';

/** Has the browser ask before the page is closed or loaded again, while `asks` is set. */
export function useAskBeforeUnload(asks: boolean): void {
  useEffect(() => {
    if (!asks) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [asks]);
}
