import { queryOptions } from '@tanstack/react-query';
import { call } from './api.js';

/** Also the deactivated ones: older tracking numbers are theirs. Not in a feature: the pages of referrals, tasks and administrators read it. */
export const carriersQuery = queryOptions({
  queryKey: ['carriers'],
  queryFn: ({ signal }) => call('GET /carriers', {}, { signal }),
});
