import { fireDueDay, generateSubmissionPdf } from '@throughline/contracts';
import type { ItemTaskEvent, Recorded, ReferralEvent } from '@throughline/domain';
import type { PlannedJob } from '../queue/job-definition.js';

/** Categories whose events lead to jobs. */
export const PLANNED_CATEGORIES = ['referral', 'itemTask'] as const;

/** The wake-ups that an event asks for. The same event gives the same job ids, so planning twice is harmless. */
export function planJobs(event: Recorded<ReferralEvent | ItemTaskEvent>): readonly PlannedJob[] {
  switch (event.type) {
    case 'ReferralSubmitted':
      return [{ job: generateSubmissionPdf, data: { referralId: event.data.referralId } }];
    case 'TaskOpened': {
      const { referralId, taskId, dueAt } = event.data;
      return dueAt === null ? [] : [{ job: fireDueDay, data: { referralId, taskId }, at: Date.parse(dueAt) }];
    }
    default:
      return [];
  }
}
