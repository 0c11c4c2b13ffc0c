import type { CompanyView, ReferralSource } from '@throughline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/api.js';

/** Choices that do not change while somebody fills in a form. */
export const sourcesQuery = queryOptions({
  queryKey: ['referral-sources'],
  queryFn: ({ signal }) => api.get<readonly ReferralSource[]>('/referrals/referral/sources', { signal }),
  staleTime: Infinity,
});

export const companiesQuery = queryOptions({
  queryKey: ['companies'],
  queryFn: ({ signal }) => api.get<readonly CompanyView[]>('/companies', { signal }),
  staleTime: Infinity,
});
