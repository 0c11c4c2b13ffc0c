import type { ViewScreen } from '@throughline/domain';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/api.js';

/** A person's saved views of a screen. Apart from the other queries of accounts, because every page with a table loads it. */
export const viewsQuery = (screen: ViewScreen) =>
  queryOptions({
    queryKey: ['views', screen],
    queryFn: ({ signal }) => call('GET /users/user/views', { query: { screen } }, { signal }),
  });
