import type { EligibleMembers } from '@throughline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/api.js';
import { serverNow } from '../../api/server-time.js';

const REFETCH_INTERVAL_MS = 1_000;

/** The counts of a canceled import are final after this time. */
const CANCEL_SETTLE_MS = 10_000;

/** Read again while a file is being imported. */
export const eligibleMembersQuery = queryOptions({
  queryKey: ['eligible-members'],
  queryFn: ({ signal }) => call('GET /eligible-patients/imports', {}, { signal }),
  refetchInterval: ({ state: { data } }) => (data?.imports.some(mayGoOn) ? REFETCH_INTERVAL_MS : false),
});

const mayGoOn = ({ status, endedAt }: EligibleMembers['imports'][number]): boolean =>
  status === 'running' || (status === 'canceled' && Date.parse(endedAt ?? '') > serverNow() - CANCEL_SETTLE_MS);
