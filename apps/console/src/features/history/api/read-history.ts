import type { ReferralHistory } from '@throughline/contracts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/api.js';

export const historyKey = (referralId: string) => ['referral-history', referralId] as const;

/** Every event of a referral, who viewed it, and whether the log holds together. */
export function useReferralHistory(referralId: string) {
  return useQuery({
    queryKey: historyKey(referralId),
    queryFn: ({ signal }) =>
      api.get<ReferralHistory>(`/referrals/referral/${encodeURIComponent(referralId)}/history`, { signal }),
  });
}
