import type { SubmissionDetail } from '@throughline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/api.js';

/** How far what follows an order has come. */
export const submissionQuery = (referralId: string) =>
  queryOptions({
    queryKey: ['submission', referralId],
    queryFn: ({ signal }) => api.get<SubmissionDetail>(`/referrals/referral/${referralId}/submission`, { signal }),
  });
