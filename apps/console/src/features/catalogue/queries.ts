import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/api.js';

/** The time of a version may come while the page is open, and another administrator may be at work. */
const REFETCH_INTERVAL_MS = 10_000;

export const catalogueVersionsQuery = queryOptions({
  queryKey: ['catalogue-versions'],
  queryFn: ({ signal }) => call('GET /catalogue/versions', {}, { signal }),
  refetchInterval: REFETCH_INTERVAL_MS,
});
