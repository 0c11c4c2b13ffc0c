import type { ReferralDetail } from '@throughline/contracts';
import { api } from '../../../api/api.js';

/** Task ids are the referral's id, a dash and the ordinal of the task. */
export const referralIdOf = (taskId: string): string => taskId.slice(0, taskId.lastIndexOf('-'));

/** GET /referrals/referral/{id}: the case that the task belongs to. */
export const readReferralOfTask = (referralId: string, signal?: AbortSignal): Promise<ReferralDetail> =>
  api.get<ReferralDetail>(`/referrals/referral/${referralId}`, { signal });
