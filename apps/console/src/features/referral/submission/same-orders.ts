import type { OrdersSentBefore, OrderToSend } from '@throughline/contracts';
import { call, writtenPosition } from '../../../api/api.js';
import { credentials } from '../../../api/credentials.js';

/**
 * How long an order waits for the look-up, in ms. After that the order is sent, because the look-up must not keep anybody from ordering.
 */
const LOOK_UP_LIMIT_MS = 3_000;

/**
 * The referrals with the same member and items that were submitted within minutes and that the person may read. Empty for a visitor, and if
 * the look-up fails or takes too long. Rejects if the session has ended meanwhile.
 */
export async function findSameOrders({ memberInfo, insuranceInfo, items }: OrderToSend): Promise<OrdersSentBefore> {
  if (credentials().accessToken() === null) return [];
  const { lastName, firstName, DOB } = memberInfo;
  const body = {
    memberInfo: { lastName, firstName, DOB },
    medicaidId: insuranceInfo.medicaidId,
    items: items.map(({ catalogueId, item, option, description }) => ({
      catalogueId,
      item,
      option: option && { id: option.id },
      description,
    })),
  };
  const tooLate = new Promise<OrdersSentBefore>((resolve) => setTimeout(() => resolve([]), LOOK_UP_LIMIT_MS));
  const request = call('POST /referrals/same-orders', { query: { minPosition: writtenPosition() }, body });
  const found = await Promise.race([request.catch(() => []), tooLate]);
  // If the session has ended, `request` rejects. Without the rejection the order would be sent as a visitor's.
  return credentials().accessToken() === null ? request : found;
}
