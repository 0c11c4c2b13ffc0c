import { accountProjection } from './account/account.projection.js';
import { internalNoteProjection } from './internal-note/internal-note.projection.js';
import { eligibilityImportProjection } from './eligibility-import/eligibility-import.projection.js';
import { eligiblePatientProjection } from './eligible-patient/eligible-patient.projection.js';
import { limitedReferralProjection } from './limited-referral/limited-referral.projection.js';
import type { AnyProjection } from './projecting/projection.js';
import { referralDetailProjection } from './referral-detail/referral-detail.projection.js';
import { referralFileProjection } from './referral-file/referral-file.projection.js';
import { referralListProjection } from './referral-list/referral-list.projection.js';
import { savedViewProjection } from './saved-view/saved-view.projection.js';
import { sentMailProjection } from './sent-mail/sent-mail.projection.js';
import { submissionProjection } from './submission/submission.projection.js';
import { taskQueueProjection } from './task-queue/task-queue.projection.js';

/**
 * Every read model of this release. For a new version of one, put its new projection beside the old: the old stays live until
 * the new is built. Take the old out in the release after.
 */
export const projections: readonly AnyProjection[] = [
  accountProjection,
  referralListProjection,
  referralDetailProjection,
  limitedReferralProjection,
  taskQueueProjection,
  referralFileProjection,
  submissionProjection,
  savedViewProjection,
  sentMailProjection,
  internalNoteProjection,
  eligiblePatientProjection,
  eligibilityImportProjection,
];
