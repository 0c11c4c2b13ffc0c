import { z } from 'zod';
import { itemIds, seesHold } from './item-task.contract.js';
import { reason, requireSeenOfEach } from '../order/fields.js';
import { besides } from './recertification.contract.js';
import { caseId } from '../referral/referral.contract.js';

/* Stopping items, taking them up again, and closing them for good. */

/** POST /tasks/{taskId}/stop */
export const stopItemsBody = z.object({
  itemIds,
  reason,
  seen: seesHold,
});

/** Null: the item was not stopped. Without a time, or as a text, it means any stop for this reason. */
const seenStop = z.union([z.string(), z.object({ reason: z.string(), stoppedAt: z.string().optional() })]).nullable();

/**
 * The stop of each item, by its id, as shown to the author. An item that somebody has taken up again since is not changed, also if it was
 * stopped again. A program may leave `seen` out for all items: then any stop is ended.
 */
const seenStops = z.record(z.string().regex(/^\d+$/, 'This is not an item.'), seenStop).optional();

/** POST /tasks/unstop-items: stopped items return to the tasks in which they were stopped. */
export const unstopItemsBody = z
  .object({
    referralId: caseId,
    itemIds,
    reason,
    /** If a recertification is taken up again. */
    besides,
    seen: seenStops,
  })
  .superRefine(({ itemIds: of, seen }, context) => requireSeenOfEach(of, seen, context));

/** POST /tasks/cancel-items: closes stopped items permanently. */
export const cancelItemsBody = z
  .object({ referralId: caseId, itemIds, seen: seenStops })
  .superRefine(({ itemIds: of, seen }, context) => requireSeenOfEach(of, seen, context));
