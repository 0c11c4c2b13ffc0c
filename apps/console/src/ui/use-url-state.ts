import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readUrlState, type UrlValues, type Widened, writeUrlState } from './url-state.js';

/**
 * Filters, sort, page and search of a screen, kept in the address: Back, reload and a shared link keep them. `defaults` must be a
 * constant. Typing should replace the entry, a choice should make a new one.
 *
 * @example const [view, setView] = useUrlState({ page: 0, search: '', status: [] as readonly string[] });
 *          setView({ search, page: 0 }, { replace: true });
 */
export function useUrlState<T extends UrlValues>(defaults: T) {
  const [parameters, setParameters] = useSearchParams();
  const state = useMemo(() => readUrlState(parameters, defaults), [parameters, defaults]);
  const change = useCallback(
    (next: Partial<Widened<T>>, { replace = false } = {}) =>
      setParameters((before) => writeUrlState(before, defaults, next), { replace, preventScrollReset: true }),
    [setParameters, defaults],
  );
  return [state, change] as const;
}
