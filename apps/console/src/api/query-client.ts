import { QueryClient } from '@tanstack/react-query';

/**
 * Reads of the API. What is on screen is kept fresh by the live feed, so nothing is read again by the clock or by focus; what
 * was on screen is shown at once on the way back, and read again behind it. `api` itself repeats what got no answer.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});
