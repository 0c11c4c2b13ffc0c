import { queryOptions } from '@tanstack/react-query';
import { call } from './api.js';

/**
 * The people to whom a task can be assigned, and whom an internal note can mention. Outside the features, because the pages of referrals, tasks
 * and accounts read it.
 */
export const assigneesQuery = queryOptions({
  queryKey: ['assignees'],
  queryFn: ({ signal }) => call('GET /tasks/assignees', {}, { signal }),
});
