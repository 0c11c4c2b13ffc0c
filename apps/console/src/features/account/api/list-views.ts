import type { SavedViews } from '@throughline/contracts';
import type { ViewScreen } from '@throughline/domain';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/api.js';

/** GET /users/user/views: what the person keeps of a screen, by name. */
export const viewsQuery = (screen: ViewScreen) =>
  queryOptions({
    queryKey: ['views', screen],
    queryFn: ({ signal }) => api.get<SavedViews>('/users/user/views', { query: { screen }, signal }),
  });
