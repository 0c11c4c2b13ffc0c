import type { AccountEvent } from './account/account.events.js';
import type { EligibilityEvent } from './eligibility/eligibility.events.js';
import type { EligibilityImportEvent } from './eligibility-import/eligibility-import.events.js';
import type { FileEvent } from './file/file.events.js';
import type { HistoryEvent } from './history/history.events.js';
import type { ItemTaskEvent } from './item-task/item-task.js';
import type { DomainEvent, NamesStoredFile, Recorded } from './kernel/event.js';
import type { MessageEvent } from './message/message.events.js';
import type { InternalNoteEvent } from './note/note.events.js';
import type { ReferralEvent } from './referral/referral.events.js';

/** Every event of this release. */
export type KnownEvent =
  | AccountEvent
  | EligibilityEvent
  | EligibilityImportEvent
  | FileEvent
  | HistoryEvent
  | InternalNoteEvent
  | ItemTaskEvent
  | MessageEvent
  | ReferralEvent;

type DataOf<Type extends KnownEvent['type']> = Extract<KnownEvent, { readonly type: Type }>['data'];

/** Category of the event's stream where its data names a stored file (`NamesStoredFile`), else null. */
type FileCategory<Data> = Data extends NamesStoredFile ? string : null;

/**
 * One line for each event: it does not compile with one missing, nor with one that hides, or claims, that it names a file. What deletes files
 * that no event names reads this and nothing else.
 */
const EVENTS: { readonly [Type in KnownEvent['type']]: FileCategory<DataOf<Type>> } = {
  AccountCreated: null,
  BenefitOutcomeTold: null,
  BenefitRedeemed: null,
  EligiblePatientRegistered: null,
  FileAccepted: null,
  FileRejectedByScan: null,
  FileUploaded: 'file',
  HistoryEntryRecorded: null,
  InternalNoteWritten: null,
  ItemsCanceled: null,
  ItemsMovedToTask: null,
  ItemsStopped: null,
  MembersFileUploaded: 'eligibilityImport',
  MembersImportCanceled: null,
  MembersImportFailed: null,
  MembersImportFinished: null,
  MembersImportProgressed: null,
  RedemptionRefused: null,
  ReferralMailSent: null,
  ReferralMailWithheld: null,
  ReferralSubmitted: null,
  SubmissionPdfGenerated: 'file',
  TaskAssigned: null,
  TaskClaimed: null,
  TaskCompleted: null,
  TaskFellDue: null,
  TaskOpened: null,
  TaskPutOnHold: null,
  TaskReleased: null,
  TaskResumed: null,
  TrackingNumberAssigned: null,
  ViewRemoved: null,
  ViewSaved: null,
};

const categories: Readonly<Record<string, string | null>> = EVENTS;

/** False: a later release wrote it. */
export const isKnownEvent = ({ type }: Pick<DomainEvent, 'type'>): boolean => Object.hasOwn(EVENTS, type);

/** Categories of the streams whose events may name stored files. */
export const FILE_CATEGORIES: readonly string[] = [
  ...new Set(Object.values(categories).filter((category) => category !== null)),
];

/** The file of the file store that an event names; null: none. */
export function storageNameIn({ type, data }: Recorded): string | null {
  if (!Object.hasOwn(EVENTS, type) || categories[type] === null) return null;
  return (data as NamesStoredFile).storageName;
}
