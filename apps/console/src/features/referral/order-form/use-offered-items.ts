import type { ItemsByCategory } from '@throughline/contracts';
import { useEffect, useState } from 'react';
import { listItems } from '../api/list-items.js';

interface Offer {
  readonly state: string;
  readonly items?: ItemsByCategory;
  readonly failure?: string;
}

/** What can be ordered in a state. A newer state's answer never loses to an older one's. */
export function useOfferedItems(state: string) {
  const [offer, setOffer] = useState<Offer>({ state: '' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (state === '') return;
    const abort = new AbortController();
    listItems({ state }, abort.signal).then(
      (items) => setOffer({ state, items }),
      (error: unknown) => {
        if (!abort.signal.aborted) setOffer({ state, failure: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => abort.abort();
  }, [state, attempt]);
  const current = offer.state === state ? offer : { state };
  return { items: current.items, failure: current.failure ?? null, retry: () => setAttempt(attempt + 1) };
}
