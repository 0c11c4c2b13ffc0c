import type { OrdersSentBefore, OrderToSend } from '@throughline/contracts';
import { call, writtenPosition } from '../../../api/api.js';
import { credentials } from '../../../api/credentials.js';

/** How long an order waits for the answer, ms. It is sent without one: the question must not keep anybody from ordering. */
const LOOK_UP_LIMIT_MS = 3_000;

/**
 * The referrals for the same member with the same items that were submitted within minutes and that the person may read. None for a visitor, and
 * none if the look-up fails or takes too long. Rejects if the session has ended meanwhile.
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
  const asked = call('POST /referrals/same-orders', { query: { minPosition: writtenPosition() }, body });
  const found = await Promise.race([asked.catch(() => []), tooLate]);
  // If the session has ended, `asked` rejects with that. Without the rejection the order would be sent as a visitor's.
  return credentials().accessToken() === null ? asked : found;
}
