import type { LimitedReferralDetail, ReferralDetail } from '@throughline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/api.js';

export const referralQuery = (referralId: string) =>
  queryOptions({
    queryKey: ['referral', referralId],
    queryFn: ({ signal }) => api.get<ReferralDetail>(`/referrals/referral/${referralId}`, { signal }),
  });

/** What anybody with the id may see. */
export const limitedReferralQuery = (referralId: string) =>
  queryOptions({
    queryKey: ['limited-referral', referralId],
    queryFn: ({ signal }) => api.get<LimitedReferralDetail>(`/referrals/referral/${referralId}/limited`, { signal }),
  });
