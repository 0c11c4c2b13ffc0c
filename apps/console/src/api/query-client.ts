import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.js';

/** A read that the server asks to send again in a moment is sent again so often before the person is told. */
const TRIES = 2;

/**
 * Reads of the API. What is on screen is kept fresh by the live feed, so nothing is read again by the clock or by focus; what
 * was on screen is shown at once on the way back, and read again behind it. `api` itself repeats what got no answer.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < TRIES && isToComeAgain(error),
      retryDelay: (_, error) => (isToComeAgain(error) ? error.retryAfterSeconds * 1_000 : 0),
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

const isToComeAgain = (error: unknown): error is ApiError & { readonly retryAfterSeconds: number } =>
  error instanceof ApiError && error.status === 503 && error.retryAfterSeconds !== null;
