import type { EnterItems, WithdrawItems } from '../item-task/acts/withdraw-items.js';
import type { Recorded } from '../kernel/event.js';
import type { ItemAdded, ItemRemoved, ItemRestored } from '../referral/correction/correction.events.js';

/** The policy's name, which is part of the ids of its commands: never change it. */
export const PLACE_ITEMS = 'place-items-when-order-corrected';

export type ItemsCorrected = ItemAdded | ItemRemoved | ItemRestored;
export const ITEMS_CORRECTED: readonly ItemsCorrected['type'][] = ['ItemAdded', 'ItemRemoved', 'ItemRestored'];

/**
 * An item that is added or restored enters the work; an item that is removed leaves it. `dayMs` as in `openFirstTaskWhenReferralSubmitted`.
 */
export function placeItemsWhenOrderCorrected(
  { type, data }: Recorded<ItemsCorrected>,
  dayMs: number | null,
): EnterItems | WithdrawItems {
  const { referralId, correctedAt: at } = data;
  const itemIds = [type === 'ItemAdded' ? data.item.id : data.itemId];
  if (type === 'ItemRemoved') return { type: 'WithdrawItems', data: { referralId, itemIds, at } };
  return { type: 'EnterItems', data: { referralId, itemIds, at, dayMs } };
}
