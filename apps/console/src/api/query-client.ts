import { type Query, QueryClient } from '@tanstack/react-query';
import { getDefaultStore } from 'jotai';
import { ApiError, isBehind } from './api-error.js';
import { setReadCache } from './credentials.js';
import { behindAtom } from './unanswered.js';

/** Interval in ms after which administrators' data are read again, because no live topic reports changes by other people. */
export const READ_AGAIN_MS = 5_000;

/** Retries of a read that was answered with 503 and Retry-After, before the error is shown. */
const MAX_RETRIES = 2;

/**
 * The cache of reads. The live feed keeps the screen up to date, so no read is repeated by time or focus, and after an outage only those
 * that failed. A page that the person returns to is shown from the cache and read again in the background. `call` itself repeats requests
 * without an answer.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // What was saved will come, however long the worker takes.
      retry: (failures, error) => isBehind(error) || (failures < MAX_RETRIES && isToComeAgain(error)),
      retryDelay: (_, error) => (isToComeAgain(error) ? error.retryAfterSeconds * 1_000 : 0),
      refetchOnWindowFocus: false,
      refetchOnReconnect: ({ state }) => state.error !== null,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

queryClient.getQueryCache().subscribe(({ type }) => {
  if (type !== 'updated' && type !== 'removed' && type !== 'observerRemoved') return;
  const isWaiting = ({ state }: Query) => state.fetchStatus === 'fetching' && isBehind(state.fetchFailureReason);
  const active = queryClient.getQueryCache().findAll({ type: 'active' });
  getDefaultStore().set(behindAtom, active.some(isWaiting));
});

/**
 * Reads again what failed while there was no connection and, after an outage, also what was sent before it and may never be answered. What
 * a page reads while its first connection comes about is answered.
 */
export async function readAgainConnected(after: 'first connection' | 'outage'): Promise<void> {
  const wanted = new Set<Query>();
  const isWanted = (query: Query) => wanted.has(query);
  for (const query of queryClient.getQueryCache().findAll({ type: 'active' })) {
    const isUnanswered = after === 'outage' && query.state.fetchStatus === 'fetching';
    if (query.state.error !== null || isUnanswered) wanted.add(query);
  }
  await queryClient.cancelQueries({ predicate: isWanted });
  await queryClient.refetchQueries({ predicate: isWanted });
}

const isToComeAgain = (error: unknown): error is ApiError & { readonly retryAfterSeconds: number } =>
  error instanceof ApiError && error.status === 503 && error.retryAfterSeconds !== null;

setReadCache((reads) => (reads === 'all' ? queryClient.clear() : void forgetOutdated()));

/** Removes pages that the person may no longer open, once the others were read again. */
async function forgetOutdated(): Promise<void> {
  queryClient.removeQueries({ type: 'inactive' });
  await queryClient.invalidateQueries();
  queryClient.removeQueries({ type: 'inactive' });
}
