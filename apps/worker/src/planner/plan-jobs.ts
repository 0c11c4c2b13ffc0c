import {
  checkFile,
  fireDueDay,
  generateSubmissionPdf,
  importMembers,
  openAccount,
  sendReferralMail,
} from '@throughline/contracts';
import type { EligibilityImportEvent, FileEvent, ItemTaskEvent, Recorded, ReferralEvent } from '@throughline/domain';
import type { PlannedJob } from '../queue/job-definition.js';
import { waitsInTheQueue } from './planned-ahead.js';
import { isForAMail, isForAnAccount } from './what-a-submission-asks-for.js';

/** Categories whose events lead to jobs. */
export const PLANNED_CATEGORIES = ['referral', 'itemTask', 'file', 'eligibilityImport'] as const;

export type PlannedEvent = Recorded<ReferralEvent | ItemTaskEvent | FileEvent | EligibilityImportEvent>;

/** The wake-ups that an event asks for now. The same event gives the same job ids, so planning twice is harmless. */
export function planJobs(event: PlannedEvent, now: Date): readonly PlannedJob[] {
  switch (event.type) {
    case 'ReferralSubmitted': {
      const data = { referralId: event.data.referralId };
      return [
        { job: generateSubmissionPdf, data },
        ...(isForAMail(event) ? [{ job: sendReferralMail, data }] : []),
        ...(isForAnAccount(event) ? [{ job: openAccount, data }] : []),
      ];
    }
    // Whether its referrer wants to be mailed is for the job to see.
    case 'BenefitOutcomeTold':
      return [{ job: sendReferralMail, data: { referralId: event.data.referralId } }];
    case 'TaskOpened': {
      const { referralId, taskId, dueAt } = event.data;
      const at = dueAt === null ? null : Date.parse(dueAt);
      return at !== null && waitsInTheQueue(at, now) ? [{ job: fireDueDay, data: { referralId, taskId }, at }] : [];
    }
    case 'FileUploaded': {
      const { referralId, fileId } = event.data;
      return [{ job: checkFile, data: { referralId, fileId } }];
    }
    case 'MembersFileUploaded':
      return [{ job: importMembers, data: { importId: event.data.importId } }];
    case 'TrackingNumberAssigned':
    case 'ItemsMovedToTask':
    case 'TaskClaimed':
    case 'TaskReleased':
    case 'TaskAssigned':
    case 'TaskCompleted':
    case 'TaskFellDue':
    case 'ItemsStopped':
    case 'ItemsCanceled':
    case 'SubmissionPdfGenerated':
    case 'FileAccepted':
    case 'FileRejectedByScan':
    case 'MembersImportProgressed':
    case 'MembersImportFinished':
    case 'MembersImportFailed':
    case 'MembersImportCanceled':
      return [];
    default:
      return ofALaterRelease(event);
  }
}

/** Two releases run side by side during an upgrade: what the other one writes and this one does not know is not its to plan. */
function ofALaterRelease(_: never): readonly PlannedJob[] {
  return [];
}
