import type { RedeemBenefitBody, RedemptionAnswer } from '@throughline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/api.js';
import { ApiError } from '../../../api/api-error.js';

const ASK_AGAIN_MS = 2_000;

/** POST /eligible-patients/redeem: what became of an order's benefit, asked until it is known. Refused: `eligibility/not-eligible`. */
export const redemptionQuery = (asked: RedeemBenefitBody) =>
  queryOptions({
    queryKey: ['redemption', asked.referralId],
    queryFn: ({ signal }) => api.post<RedemptionAnswer>('/eligible-patients/redeem', asked, { signal }),
    refetchInterval: ({ state: { data, error } }) =>
      data?.outcome === 'redeemed' || (error instanceof ApiError && error.isDefinite) ? false : ASK_AGAIN_MS,
    retry: false,
  });
