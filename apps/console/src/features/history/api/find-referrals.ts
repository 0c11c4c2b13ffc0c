import { PAGE_SIZE, type ReferralList } from '@throughline/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../api/api.js';

/** The newest referrals that the search finds by id, member or referrer; `page` counts from 0. */
export function useFoundReferrals(search: string, page: number) {
  return useQuery({
    queryKey: ['audit-search', search, page],
    queryFn: ({ signal }) =>
      api.get<ReferralList>('/referrals', { query: { search, page, pageSize: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });
}
