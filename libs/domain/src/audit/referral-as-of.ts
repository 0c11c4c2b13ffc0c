import type { EvidenceEvent } from '../evidence/evidence.js';
import type { FileEvent } from '../file/file.events.js';
import type { HistoryEvent } from '../history/history.js';
import type { ItemTaskEvent } from '../item-task/item-task.events.js';
import type { TaskFacts } from '../item-task/item-task.js';
import type { CurrentTask, TaskOfItem } from '../item-task/catalogue/steppers.js';
import type { ContactParty, Department } from '../item-task/catalogue/task-catalogue.js';
import type { ReferralMailEvent } from '../referral-mail/referral-mail.js';
import type { InternalNoteEvent, NoteEvent } from '../note/note.events.js';
import type { CorrectableItem, CorrectableOrder } from '../referral/correction/corrected-order.js';
import type { ReferralEvent } from '../referral/referral.events.js';
import type { FileAsOf } from './files-as-of.js';

/** Everything that happens to a referral, whichever stream it is in. */
export type ReferralHistoryEvent =
  | ReferralEvent
  | ItemTaskEvent
  | FileEvent
  | HistoryEvent
  | ReferralMailEvent
  | NoteEvent
  | InternalNoteEvent
  | EvidenceEvent;

/** The state of a referral after its events up to some moment. JSON. */
export interface ReferralAsOf extends CorrectableOrder<ItemAsOf> {
  readonly referralId: string;
  /** ISO 8601, UTC, as every time in here. */
  readonly submittedAt: string;
  /** The referrer's company at the time of submission; null for an anonymous submitter. */
  readonly companyId: number | null;
  /** In the order of opening. */
  readonly tasks: readonly TaskAsOf[];
  readonly files: readonly FileAsOf[];
  readonly tracking: readonly TrackingAsOf[];
  /**
   * Entries that staff or an integration added by hand, and what the tasks tell: that items were stopped, worked on again or canceled.
   * Oldest first.
   */
  readonly history: readonly HistoryEntryAsOf[];
  /** Absent before the first one. */
  readonly contactAttempts?: readonly ContactAttemptAsOf[];
  /** The status that all items share, or 'Multiple Statuses'. */
  readonly status: string;
}

/** The specification's Item (ordering specification, section 3). */
export interface ItemAsOf extends CorrectableItem {
  /** Null until the first task is opened, moments after the submission. */
  readonly currentTask: CurrentTask | null;
  /** The task before the current one; for a stopped item the task that it was stopped in. */
  readonly lastTask: TaskOfItem | null;
  readonly stoppedReason: string | null;
  /** Absent: it is not stopped, or was folded by release 2.3.1 or before. */
  readonly stoppedAt?: string;
  /** The order id that the supplier gave; null after the item was stopped, absent before the first order. */
  readonly orderId?: string | null;
  /**
   * The ids of the provider's billing system, as recorded with the supplier's order; null after the item was stopped, absent without them.
   */
  readonly brightreeItemID?: string | null;
  readonly brightreeItemKey?: string | null;
}

export interface TaskAsOf extends TaskFacts {
  readonly department: Department;
  /** Items that are or were in the task. */
  readonly itemIds: readonly number[];
}

/** What a referrer may read of an attempt to reach the member or the physician. */
export interface ContactAttemptAsOf {
  readonly outcomeId: string;
  readonly party: ContactParty;
  readonly number: number;
  /** The outcome in words. */
  readonly outcome: string;
  readonly at: string;
}

export interface TrackingAsOf {
  readonly itemIds: readonly number[];
  readonly carrier: string;
  readonly number: string;
}

export interface HistoryEntryAsOf {
  readonly patientKey?: string;
  readonly elementName: string;
  readonly elementKey: string | null;
  readonly changes: string;
  /** When the attempt happened, as stated by the person who made it. */
  readonly dateTime: string;
}
