import { carryOutActs } from '../account/carry-out-acts/carry-out-acts.job.js';
import { openAccount } from '../account/open-account/open-account.job.js';
import { registerAccount } from '../account/register-account/register-account.job.js';
import { activateCatalogue } from '../catalogue/activate-catalogue/activate-catalogue.job.js';
import { importMembers } from '../eligibility/import-members/import-members.job.js';
import { retryFailure } from '../failure/retry-failure/retry-failure.job.js';
import { checkFile } from '../file/check-file/check-file.job.js';
import { exportEvidence } from '../file/export-evidence/export-evidence.job.js';
import { generateCorrectedPdf } from '../file/generate-corrected-pdf/generate-corrected-pdf.job.js';
import { generateSubmissionPdf } from '../file/generate-submission-pdf/generate-submission-pdf.job.js';
import { removeEvidence } from '../file/remove-evidence/remove-evidence.job.js';
import { sendInquiryMail } from '../inquiry/send-inquiry-mail/send-inquiry-mail.job.js';
import { endHold } from '../item-task/end-hold/end-hold.job.js';
import { handOnTasks } from '../item-task/hand-on-tasks/hand-on-tasks.job.js';
import { fireDueDay } from '../item-task/fire-due-day/fire-due-day.job.js';
import { sendNotificationDigest } from '../notification/send-notification-digest/send-notification-digest.job.js';
import { sendNotificationMail } from '../notification/send-notification-mail/send-notification-mail.job.js';
import { sendReferralMail } from '../referral-mail/send-referral-mail/send-referral-mail.job.js';
import type { AnyJob } from './job.js';

/** Every job of this release, in the order in which a sweep finds missing ones. Timers come first, because no event plans them. */
export const JOBS: readonly AnyJob[] = [
  fireDueDay,
  endHold,
  activateCatalogue,
  sendNotificationDigest,
  removeEvidence,
  importMembers,
  checkFile,
  generateSubmissionPdf,
  generateCorrectedPdf,
  exportEvidence,
  sendReferralMail,
  sendInquiryMail,
  sendNotificationMail,
  openAccount,
  registerAccount,
  carryOutActs,
  handOnTasks,
  retryFailure,
];

/**
 * Returns the given jobs.
 * @throws Error that names every job without a processor or a query for missing ones, and every name or processor that two jobs share: the
 * worker must not start and leave jobs undone
 */
export function checkJobs(jobs: readonly AnyJob[]): readonly AnyJob[] {
  const faults = jobs.flatMap((job, index) => {
    const before = jobs.slice(0, index);
    const incomplete: Partial<AnyJob> = job;
    return [
      ...(incomplete.processor ? [] : [`${job.name} has no processor`]),
      ...(incomplete.findMissing ? [] : [`${job.name} has no query that finds missing ones`]),
      ...(before.some(({ name }) => name === job.name) ? [`${job.name} is defined twice`] : []),
      ...before
        .filter(({ name, processor }) => name !== job.name && processor && processor === job.processor)
        .map(({ name }) => `${name} and ${job.name} have the same processor`),
    ];
  });
  if (faults.length > 0) throw new Error(`The worker's jobs are not in order: ${faults.join('; ')}.`);
  return jobs;
}
