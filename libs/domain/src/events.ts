import type { AccountEvent } from './account/account.events.js';
import { DESCRIBED_TYPES, type DescribedEvent, hasWords } from './audit/describe-event.js';
import type { BannerEvent } from './banner/banner.events.js';
import type { CatalogueEvent } from './catalogue/catalogue.events.js';
import type { EligibilityEvent } from './eligibility/eligibility.events.js';
import type { EligibilityImportEvent } from './eligibility-import/eligibility-import.events.js';
import type { FailureEvent } from './failure/failure.js';
import type { FileEvent } from './file/file.events.js';
import type { InquiryEvent } from './inquiry/inquiry.events.js';
import type { HistoryEvent } from './history/history.events.js';
import type { ItemTaskEvent } from './item-task/item-task.events.js';
import type { OrderingGroupEvent } from './catalogue/ordering-group.js';
import type { DomainEvent, NamesStoredFile, Recorded } from './kernel/event.js';
import type { MessageEvent } from './message/message.events.js';
import type { InternalNoteEvent, NoteEvent } from './note/note.events.js';
import type { NoteTemplateEvent } from './note/note-template.js';
import type { NotificationDigestEvent, NotificationMailEvent } from './notification/notification-mail.js';
import type { NotificationEvent } from './notification/notification.events.js';
import type { ReferralEvent } from './referral/referral.events.js';
import type { RegistrationEvent } from './account/registration.js';

/** Every event of this release. */
export type KnownEvent =
  | AccountEvent
  | BannerEvent
  | CatalogueEvent
  | EligibilityEvent
  | EligibilityImportEvent
  | FailureEvent
  | FileEvent
  | HistoryEvent
  | InquiryEvent
  | InternalNoteEvent
  | ItemTaskEvent
  | MessageEvent
  | NoteEvent
  | NoteTemplateEvent
  | NotificationDigestEvent
  | NotificationEvent
  | NotificationMailEvent
  | OrderingGroupEvent
  | ReferralEvent
  | RegistrationEvent;

type FileNaming<Event extends KnownEvent> = Event extends { readonly data: NamesStoredFile } ? Event['type'] : never;

/**
 * The events that name a stored file, with the category of their streams: it does not compile with one missing, nor with another one. What
 * deletes files that no event names reads this and nothing else.
 */
const NAMING_FILES: { readonly [Type in FileNaming<KnownEvent>]: string } = {
  FileUploaded: 'file',
  MembersFileUploaded: 'eligibilityImport',
  SubmissionPdfGenerated: 'file',
};

/** The events that no audit shows. All others have their words in `describe-event.ts`. */
const WITHOUT_WORDS: { readonly [Type in Exclude<KnownEvent, DescribedEvent>['type']]: true } = {
  AccountRequested: true,
  AccountRequestSettled: true,
  BenefitRedeemed: true,
  EligiblePatientRegistered: true,
  InquiryAnnounced: true,
  InquiryAnswerMailed: true,
  InquiryAnswered: true,
  InquiryClosed: true,
  InquiryReceived: true,
  InquiryReopened: true,
  MembersFileUploaded: true,
  MembersImportCanceled: true,
  MembersImportFailed: true,
  MembersImportFinished: true,
  MembersImportProgressed: true,
  NotificationDigestSent: true,
  NotificationsMailed: true,
  NotificationsRead: true,
  RedemptionRefused: true,
};

const categories: Readonly<Record<string, string>> = NAMING_FILES;

/** Types of the events of this release. */
export const EVENT_TYPES: readonly string[] = [...DESCRIBED_TYPES, ...Object.keys(WITHOUT_WORDS)];

/** False: a later release wrote it. */
export const isKnownEvent = ({ type }: Pick<DomainEvent, 'type'>): boolean =>
  hasWords(type) || Object.hasOwn(WITHOUT_WORDS, type);

/** Categories of the streams whose events may name stored files. */
export const FILE_CATEGORIES: readonly string[] = [...new Set(Object.values(categories))];

/** The file of the file store that an event names; null: none. */
export function storageNameIn({ type, data }: Recorded): string | null {
  return Object.hasOwn(categories, type) ? (data as NamesStoredFile).storageName : null;
}
