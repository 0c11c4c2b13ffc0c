import type { OpenFirstTask } from '../item-task/acts/open-task.js';
import type { Recorded } from '../kernel/event.js';
import type { ReferralSubmitted } from '../referral/referral.events.js';

/** The policy's name, which is part of the ids of its commands: never change it. */
export const OPEN_FIRST_TASK = 'open-first-task-when-referral-submitted';

/**
 * Every item of a new order begins at Create Patient, dated at the submission however late the policy runs. `dayMs`: milliseconds of a
 * "day" in demos and tests; null: calendar days.
 */
export function openFirstTaskWhenReferralSubmitted(
  { data: { referralId, order, submittedAt } }: Recorded<ReferralSubmitted>,
  dayMs: number | null,
): OpenFirstTask {
  const itemIds = order.items.map(({ id }) => id);
  return { type: 'OpenFirstTask', data: { referralId, itemIds, at: submittedAt, dayMs } };
}
