import { randomUUID } from 'node:crypto';
import type { ApiUnderTest } from './api-under-test.js';
import { type Answer, type CallOptions, post } from './call.js';
import { until } from './until.js';

/** POST /referrals/create of a general order, as the console sends it. */
export const anOrder = ({ lastName = 'Diaz', email = 'u-referrer@people.example', items = [ANY_ITEM] } = {}) => ({
  referralInfo: { lastName: 'Ruiz', firstName: 'Ana', email, phone: '5125550100', referralSource: 'Portal' },
  memberInfo: {
    lastName,
    firstName: 'Rosa',
    DOB: '1990-02-03',
    gender: 'Female',
    phone: '5125550101',
    address1: '1 Elm Street',
    city: 'Austin',
    state: 'TX',
    zip: '78701',
  },
  physicianInfo: {},
  insuranceInfo: { insuranceType: { medicaid: true }, medicaidId: 'MD-4711' },
  items,
});

const ANY_ITEM = { itemCategory: 'Custom Item', item: 'Shower chair', qty: 1 };

/**
 * Submits an order that a spec needs, and resolves with the answer to it. While an engine does not answer in time on a busy machine, the order is sent
 * again by its key, as a client does. Throws if it is refused.
 */
export async function submitOrder(
  api: ApiUnderTest,
  order: object = anOrder(),
  options: CallOptions = {},
): Promise<Answer<string>> {
  const key = randomUUID();
  let answer: Answer<string> | undefined;
  await until(async () => {
    answer = await post<string>(api, '/referrals/create', order, { key, ...options });
    return answer.status !== 503;
  });
  if (!answer?.body.success) throw new Error(`The order was refused: ${JSON.stringify(answer?.body)}`);
  return answer;
}
