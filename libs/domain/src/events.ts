import { ACCOUNT_WORDS } from './account/account.words.js';
import { REGISTRATION_WORDS } from './account/registration.js';
import { type AdminCategory, ADMINISTRATION } from './administration.js';
import { ELIGIBILITY_WORDS } from './eligibility/eligibility.events.js';
import { EVIDENCE_PROGRESS_WORDS, EVIDENCE_WORDS } from './evidence/evidence.js';
import { FILE_WORDS } from './file/file.events.js';
import { HISTORY_WORDS } from './history/history.js';
import { INQUIRY_WORDS } from './inquiry/inquiry.events.js';
import { ITEM_TASK_WORDS } from './item-task/item-task.words.js';
import type { DomainEvent, NamesStoredFile, Recorded } from './kernel/event.js';
import type { WordsContext, Words } from './kernel/words.js';
import { REFERRAL_MAIL_WORDS } from './referral-mail/referral-mail.js';
import { INTERNAL_NOTE_WORDS, NOTE_WORDS } from './note/note.words.js';
import { NOTIFICATION_DIGEST_WORDS, NOTIFICATION_MAIL_WORDS } from './notification/notification-mail.js';
import { NOTIFICATION_WORDS } from './notification/notification.events.js';
import { REFERRAL_WORDS } from './referral/referral.words.js';

/**
 * Every noun of this release, by the category of its streams, with its events and their words; those of administrators are in `administration.ts`.
 * No decider is in here, because the console loads the words.
 */
export const NOUNS = {
  ...ADMINISTRATION,
  account: { words: ACCOUNT_WORDS },
  eligibility: { words: ELIGIBILITY_WORDS },
  evidence: { words: EVIDENCE_WORDS },
  evidenceProgress: { words: EVIDENCE_PROGRESS_WORDS },
  file: { words: FILE_WORDS },
  history: { words: HISTORY_WORDS },
  inquiry: { words: INQUIRY_WORDS },
  internalNote: { words: INTERNAL_NOTE_WORDS },
  itemTask: { words: ITEM_TASK_WORDS },
  message: { words: REFERRAL_MAIL_WORDS },
  note: { words: NOTE_WORDS },
  notification: { words: NOTIFICATION_WORDS },
  notificationDigest: { words: NOTIFICATION_DIGEST_WORDS },
  notificationMail: { words: NOTIFICATION_MAIL_WORDS },
  recertification: { words: ITEM_TASK_WORDS },
  referral: { words: REFERRAL_WORDS },
  registration: { words: REGISTRATION_WORDS },
} as const;

type Nouns = typeof NOUNS;
type Category = keyof Nouns;

type DataIn<EventInWords> = EventInWords extends (data: infer Data, context: WordsContext) => Words ? Data : never;
type EventIn<NounWords> = {
  [Type in keyof NounWords & string]: DomainEvent<Type, DataIn<NounWords[Type]>>;
}[keyof NounWords & string];
type WithWords<NounWords> = {
  [Type in keyof NounWords as null extends NounWords[Type] ? never : Type]: NounWords[Type];
};
type EventOf<C extends Category> = C extends unknown ? EventIn<Nouns[C]['words']> : never;
type DescribedEventOf<C extends Category> = C extends unknown ? EventIn<WithWords<Nouns[C]['words']>> : never;

/** Every event of this release. */
export type KnownEvent = EventOf<Category>;
/** The events that the audit shows. */
export type DescribedEvent = DescribedEventOf<Category>;
/** Acts of administrators that belong to no case. */
export type AdminEvent = DescribedEventOf<'account' | AdminCategory>;

type FileNaming<Event extends KnownEvent> = Event extends { readonly data: NamesStoredFile } ? Event['type'] : never;

/**
 * The events that name a stored file, with the category of their streams. It does not compile unless the list is exactly complete. The job
 * that deletes files which no event names reads only this list.
 */
const NAMING_FILES: { readonly [Type in FileNaming<KnownEvent>]: Category } = {
  EvidenceExported: 'evidence',
  FileUploaded: 'file',
  MembersFileUploaded: 'eligibilityImport',
  SubmissionPdfGenerated: 'file',
};

const categories: Readonly<Record<string, string>> = NAMING_FILES;

/** The words of every event of this release, by its type; null: the audit does not show the event. */
export const EVENT_WORDS: ReadonlyMap<string, ((data: never, context: WordsContext) => Words) | null> = new Map(
  Object.values(NOUNS).flatMap(({ words }) => Object.entries(words)),
);

/** Saved views, dismissed updates and files, notification settings and the language are a person's private settings: no audit lists them. */
export const OWN_SETTINGS: readonly string[] = [
  'ViewSaved',
  'ViewRemoved',
  'UpdateDismissed',
  'RefusedFileDismissed',
  'RefusedFileRestored',
  'NotificationSettingsChosen',
  'LanguageChosen',
] satisfies readonly AdminEvent['type'][];

/** The kinds of acts that the audit lists: types of events. */
export const ACT_KINDS: readonly string[] = /* @__PURE__ */ [...EVENT_WORDS].flatMap(([type, words]) =>
  words === null || OWN_SETTINGS.includes(type) ? [] : [type],
);

/** Types of the events of this release. */
export const EVENT_TYPES: readonly string[] = [...EVENT_WORDS.keys()];

/** False: a later release wrote it. */
export const isKnownEvent = ({ type }: Pick<DomainEvent, 'type'>): boolean => EVENT_WORDS.has(type);

/** Categories of the streams whose events may name stored files. */
export const FILE_CATEGORIES: readonly string[] = [...new Set(Object.values(categories))];

/** The file of the file store that an event names; null: none. */
export function storageNameIn({ type, data }: Recorded): string | null {
  return Object.hasOwn(categories, type) ? (data as NamesStoredFile).storageName : null;
}
