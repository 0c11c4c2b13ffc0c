import type { ViewScreen } from '@throughline/domain';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/api.js';

/** A person's saved views of a screen. In a file of its own: the button and the parts that are loaded later both use it. */
export const viewsQuery = (screen: ViewScreen) =>
  queryOptions({
    queryKey: ['views', screen],
    queryFn: ({ signal }) => call('GET /users/user/views', { query: { screen } }, { signal }),
  });
