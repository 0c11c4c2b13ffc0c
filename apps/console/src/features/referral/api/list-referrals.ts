import type { ReferralList } from '@throughline/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/api.js';

export interface ReferralListQuestion {
  /** From 0. */
  readonly page: number;
  readonly search: string;
  readonly status: readonly string[];
  readonly field: string;
  readonly direction: 'asc' | 'desc';
  readonly includeCompany: boolean;
}

/** One page of the list; a newer question cancels the one under way, and the old page stays until the new one is there. */
export const referralListQuery = ({ page, search, status, field, direction, includeCompany }: ReferralListQuestion) =>
  queryOptions({
    queryKey: ['referral-list', { page, search, status, field, direction, includeCompany }],
    queryFn: ({ signal }) =>
      api.get<ReferralList>('/referrals', {
        query: { page, search, status, includeCompany, sortModel: JSON.stringify([{ field, sort: direction }]) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
