import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, searchQuery } from '../api/api.js';
import { queryClient } from '../api/query-client.js';
import { useInvalidateOnChanges, useLiveTopic } from '../live/use-live-topic.js';

const QUERY = 'recertifications';
/** Changes in quick succession are read together. */
const READ_INTERVAL_MS = 150;

/** The recertifications that renew a referral, newest first, live, for the provider's staff; without a referral, none. */
export function useRecertifications(referralId: string | null) {
  const reading = useQuery({
    queryKey: [QUERY, referralId],
    queryFn: ({ signal }) => call('GET /recertifications', { query: { renews: referralId ?? '' } }, { signal }),
    enabled: referralId !== null,
  });
  const { changes } = useLiveTopic(referralId === null ? null : { name: 'recertifications', referralId }, reading);
  useInvalidateOnChanges(queryClient, QUERY, changes, READ_INTERVAL_MS);
  return reading;
}

/** The recertifications that a search for an id or a member finds; none for an empty search. Not live. */
export function useFoundRecertifications(search: string) {
  return useQuery({
    queryKey: ['found-recertifications', search],
    queryFn: ({ signal }) => call('GET /recertifications', { query: searchQuery(search) }, { signal }),
    placeholderData: keepPreviousData,
    enabled: search !== '',
  });
}
