import type { ViewScreen } from '@throughline/domain';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/api.js';

/** A person's saved views of a screen. Separate from the other account queries, because every page with a table loads this module. */
export const viewsQuery = (screen: ViewScreen) =>
  queryOptions({
    queryKey: ['views', screen],
    queryFn: ({ signal }) => call('GET /users/user/views', { query: { screen } }, { signal }),
  });
