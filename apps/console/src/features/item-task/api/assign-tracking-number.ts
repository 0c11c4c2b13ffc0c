import type { AssignTrackingBody } from '@throughline/contracts';
import { api, type WriteOptions } from '../../../api/api.js';

/** POST /referrals/referral/{id}/tracking: the carrier's number of a parcel. */
export const assignTrackingNumber = (
  { referralId, ...body }: AssignTrackingBody & { readonly referralId: string },
  options: WriteOptions,
): Promise<null> => api.post<null>(`/referrals/referral/${referralId}/tracking`, body, options);
