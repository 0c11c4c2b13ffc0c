import type { OrdersSentBefore, OrderToSend } from '@throughline/contracts';
import { call, writtenPosition } from '../../../api/api.js';
import { credentials } from '../../../api/credentials.js';

/** How long an order waits for the answer. It is sent without one: the look-up is a help, and must not keep anybody from ordering. */
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
  const signal = AbortSignal.timeout(LOOK_UP_LIMIT_MS);
  const isTooLate = new Promise<OrdersSentBefore>((resolve) => signal.addEventListener('abort', () => resolve([])));
  const asked = call('POST /referrals/same-orders', { query: { minPosition: writtenPosition() }, body }, { signal });
  const found = await Promise.race([asked.catch(() => []), isTooLate]);
  // The answer may be that the session has ended: the order of a person must not go on as a visitor's.
  return credentials().accessToken() === null ? asked : found;
}
