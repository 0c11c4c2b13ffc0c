import type { Generated, GeneratedAlways } from 'kysely';
import type { AccountTable } from './account/account.projection.js';
import type { InternalNoteTable } from './internal-note/internal-note.projection.js';
import type { EligibilityImportTable } from './eligibility-import/eligibility-import.projection.js';
import type { EligiblePatientTable } from './eligible-patient/eligible-patient.projection.js';
import type { LimitedReferralTable } from './limited-referral/limited-referral.projection.js';
import type { ReferralDetailTable } from './referral-detail/referral-detail.projection.js';
import type { ReferralFileTable } from './referral-file/referral-file.projection.js';
import type { ReferralListTable } from './referral-list/referral-list.projection.js';
import type { SavedViewTable } from './saved-view/saved-view.projection.js';
import type { SentMailTable } from './sent-mail/sent-mail.projection.js';
import type { SubmissionTable } from './submission/submission.projection.js';
import type { TaskQueueTable } from './task-queue/task-queue.projection.js';

/**
 * `active` versions are what people see and advance together, all at one position. A `building` one catches up beside them;
 * `cancelled`: its building was stopped by hand and may be resumed; `retired`: this release does not know it, and it is shown
 * as it was until its successor is built.
 */
export type ModelStatus = 'active' | 'building' | 'cancelled' | 'retired';

/** What queries may read. The read models are views on their active version (see `switch-version.ts`). */
export interface ReadModelSchema {
  referral_list: ReferralListTable;
  referral_list_tally: { scope: string; label: string; units: number };
  referral_detail: ReferralDetailTable;
  limited_referral: LimitedReferralTable;
  task_queue: TaskQueueTable;
  referral_file: ReferralFileTable;
  submission: SubmissionTable;
  account: AccountTable;
  saved_view: SavedViewTable;
  sent_mail: SentMailTable;
  internal_note: InternalNoteTable;
  eligible_patient: EligiblePatientTable;
  eligibility_import: EligibilityImportTable;
  change_feed: {
    position: number;
    topic: string;
    key: string;
    audience: string[];
    row: unknown;
    at: Date;
    event_position: number;
  };
  change_feed_state: {
    only: GeneratedAlways<boolean>;
    epoch: Generated<string>;
    last_position: Generated<number>;
    trimmed_to: Generated<number>;
  };
  read_model_checkpoint: {
    table_name: string;
    model: string;
    status: ModelStatus;
    position: number;
    moved_at: Generated<Date>;
  };
  stream_head: { stream: string; revision: number; hash: string; position: number };
  parked_stream: { consumer: string; stream: string; position: number; error: string; parked_at: Generated<Date> };
}
