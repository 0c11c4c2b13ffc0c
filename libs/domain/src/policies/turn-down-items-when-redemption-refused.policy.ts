import type { RedemptionRefused } from '../eligibility/eligibility.events.js';
import type { TurnDownItems } from '../item-task/item-task.commands.js';
import type { Recorded } from '../kernel/event.js';

/** The policy's name in the ids of its commands: never change it. */
export const TURN_DOWN_ITEMS = 'turn-down-items-when-redemption-refused';

const REASONS: Readonly<Record<RedemptionRefused['data']['because'], string>> = {
  'already-redeemed': 'The member has already redeemed this benefit with another order',
  'not-registered': 'The member is not eligible for this reward',
};

/** Nothing is delivered twice: an order whose benefit is another order's goes no further. */
export function turnDownItemsWhenRedemptionRefused({
  data: { referralId, because, refusedAt },
}: Recorded<RedemptionRefused>): TurnDownItems {
  return { type: 'TurnDownItems', data: { referralId, reason: REASONS[because], at: refusedAt } };
}
