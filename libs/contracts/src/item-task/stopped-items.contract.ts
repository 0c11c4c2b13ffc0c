import { z } from 'zod';
import { itemIds, seesHold } from './item-task.contract.js';
import { reason, requireSeenOfEach } from '../order/fields.js';
import { besides } from './recertification.contract.js';
import { caseId } from '../referral/referral.contract.js';

/* Items that are stopped, taken up again and closed for good. */

/** POST /tasks/{taskId}/stop */
export const stopItemsBody = z.object({
  itemIds,
  reason,
  seen: seesHold,
});
export type StopItemsBody = z.infer<typeof stopItemsBody>;

/** Null: it was not stopped. Without a time, or as a text, the reason alone: that is any stop for this reason. */
const seenStop = z.union([z.string(), z.object({ reason: z.string(), stoppedAt: z.string().optional() })]).nullable();

/**
 * By item id, its stop as the author's screen showed it. An item that somebody has taken up again since, also if it was stopped again, is not
 * changed. A program may leave it out, for all of the items: then any stop is ended.
 */
const seenStops = z.record(z.string().regex(/^\d+$/, 'This is not an item.'), seenStop).optional();

/** POST /tasks/unstop-items: stopped items go back to the tasks in which they were stopped. */
export const unstopItemsBody = z
  .object({
    referralId: caseId,
    itemIds,
    reason,
    /** If it is a recertification. */
    besides,
    seen: seenStops,
  })
  .superRefine(({ itemIds: of, seen }, context) => requireSeenOfEach(of, seen, context));

/** POST /tasks/cancel-items: closes stopped items permanently. */
export const cancelItemsBody = z
  .object({ referralId: caseId, itemIds, seen: seenStops })
  .superRefine(({ itemIds: of, seen }, context) => requireSeenOfEach(of, seen, context));
export type CancelItemsBody = z.infer<typeof cancelItemsBody>;
