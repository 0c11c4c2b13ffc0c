import type { EligibleMembers } from '@throughline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/api.js';

const ASK_AGAIN_MS = 1_000;

/** Asked again while a file is being taken in. */
export const eligibleMembersQuery = queryOptions({
  queryKey: ['eligible-members'],
  queryFn: ({ signal }) => api.get<EligibleMembers>('/eligible-patients/imports', { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.imports.some(({ status }) => status === 'running') ? ASK_AGAIN_MS : false,
});
