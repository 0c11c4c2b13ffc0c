import { queryOptions } from '@tanstack/react-query';
import { call } from './api.js';

/**
 * Includes deactivated carriers, because older tracking numbers belong to them. Outside the features, because the pages of referrals, tasks
 * and administrators read it.
 */
export const carriersQuery = queryOptions({
  queryKey: ['carriers'],
  queryFn: ({ signal }) => call('GET /carriers', {}, { signal }),
});
