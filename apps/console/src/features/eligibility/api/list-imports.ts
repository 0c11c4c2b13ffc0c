import type { EligibleMembers } from '@throughline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/api.js';

const ASK_AGAIN_MS = 1_000;

/** What a canceled import took in is told a moment after its cancel. */
const SETTLES_WITHIN_MS = 10_000;

/** Asked again while a file is being taken in. */
export const eligibleMembersQuery = queryOptions({
  queryKey: ['eligible-members'],
  queryFn: ({ signal }) => api.get<EligibleMembers>('/eligible-patients/imports', { signal }),
  refetchInterval: ({ state: { data } }) => (data?.imports.some(mayGoOn) ? ASK_AGAIN_MS : false),
});

const mayGoOn = ({ status, endedAt }: EligibleMembers['imports'][number]): boolean =>
  status === 'running' || (status === 'canceled' && Date.parse(endedAt ?? '') > Date.now() - SETTLES_WITHIN_MS);
