import type { OrderToSend } from '@throughline/contracts';
import { api, type WriteOptions } from '../../../api/api.js';

/** Answers the new referral's id. */
export const createReferral = (order: OrderToSend, options: WriteOptions): Promise<string> =>
  api.post<string>('/referrals/create', order, options);
