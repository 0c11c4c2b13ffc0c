import type { CreateReferralBody } from '@throughline/contracts';
import { api, type WriteOptions } from '../../../api/api.js';

/** Answers the new referral's id. */
export const createReferral = (order: CreateReferralBody, options: WriteOptions): Promise<string> =>
  api.post<string>('/referrals/create', order, options);
