import type { DomainEvent, NamesStoredFile } from '../kernel/event.js';
import { type EventWords, now } from '../kernel/words.js';

/** Why an uploaded file is refused, and the words for its sender. Stored for ever: only add to it. */
export const FILE_FAULTS = {
  malformed: 'This file is damaged or is not a complete PDF. Please save it again and attach the new copy.',
  encrypted: 'This PDF is protected by a password or by encryption. Please attach a copy without protection.',
  'active-content':
    'This PDF holds scripts, programs, other files, or links to something other than a web page. Please print it to a new PDF and attach that.',
  script: 'This PDF holds a script (JavaScript). Please print it to a new PDF and attach that.',
  program:
    'This PDF holds an action that starts a program, or a PostScript program. Please print it to a new PDF and attach that.',
  'other-files':
    'This PDF holds other files, or opens or fetches them. Please attach them on their own, and print this one to a new PDF.',
  'sends-data': 'This PDF holds a form that sends or fetches data. Please print it to a new PDF and attach that.',
  media: 'This PDF holds sound, video or three-dimensional content. Please print it to a new PDF and attach that.',
  'starts-by-itself':
    'This PDF does something by itself when it is opened, printed or closed. Please print it to a new PDF and attach that.',
  link: 'This PDF has a link that leads to something other than a web page, an email address or a telephone number. Please print it to a new PDF and attach that.',
  infected: 'A virus scan found something harmful in this file.',
  'unusual-encoding':
    'This PDF is packed in an unusual way, in which it cannot be checked. Please print it to a new PDF and attach that.',
  'too-complex': 'This PDF is too complex to be checked. Please print it to a new PDF and attach that.',
} as const;

export type FileFault = keyof typeof FILE_FAULTS;

/** What a file is about, as chosen by its uploader or the staff. Stored for ever: only add to it. */
export const FILE_TYPES = [
  'Order',
  'CMN',
  'Chart notes',
  'Insurance card',
  'Authorization',
  'Proof of delivery',
  'Other',
] as const;

export type FileType = (typeof FILE_TYPES)[number];

/** The type of a file whose uploader chose none. */
export const DEFAULT_FILE_TYPE: FileType = 'Other';

/*
 * Stored for ever. Never change the meaning of a field: add a schema version and an upcaster.
 * Stream: file-{referralId}.
 */

/** What events record of a file in the file store. */
export interface RecordedFile extends NamesStoredFile {
  readonly referralId: string;
  /** 1, 2, … within the referral. */
  readonly fileId: number;
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
  /** Hex SHA-256 of the bytes. */
  readonly sha256: string;
}

/** The order as a document, made by the worker after ReferralSubmitted, and again after corrections. */
export type SubmissionPdfGenerated = DomainEvent<
  'SubmissionPdfGenerated',
  RecordedFile & {
    readonly generatedAt: string;
    /** How many corrections of the order it contains. Absent: it is the order as submitted. */
    readonly corrections?: number;
  }
>;

/** A file was attached. It cannot be downloaded until it has been checked. */
export type FileUploaded = DomainEvent<
  'FileUploaded',
  RecordedFile & {
    /** Null for the submitter of an order who was not signed in. */
    readonly uploadedBy: string | null;
    readonly uploadedAt: string;
    /** Absent: `DEFAULT_FILE_TYPE`. */
    readonly fileType?: FileType;
  }
>;

/** The type of an uploaded file was corrected. */
export type FileTypeChanged = DomainEvent<
  'FileTypeChanged',
  {
    readonly referralId: string;
    readonly fileId: number;
    readonly previousType: FileType;
    readonly fileType: FileType;
    /** User id. */
    readonly changedBy: string;
    readonly changedAt: string;
  }
>;

/** An uploaded file was checked and accepted. */
export type FileAccepted = DomainEvent<
  'FileAccepted',
  { readonly referralId: string; readonly fileId: number; readonly checkedAt: string }
>;

/** An uploaded file was checked and refused. It can never be downloaded. */
export type FileRejectedByScan = DomainEvent<
  'FileRejectedByScan',
  {
    readonly referralId: string;
    readonly fileId: number;
    readonly reason: FileFault;
    /** The link for which the file was refused: its first 200 characters. */
    readonly link?: string;
    readonly checkedAt: string;
  }
>;

export type FileEvent = SubmissionPdfGenerated | FileUploaded | FileTypeChanged | FileAccepted | FileRejectedByScan;

/** What an event records of the bytes of a file; null: nothing. */
export const recordedFileIn = ({ type, data }: FileEvent): RecordedFile | null =>
  type === 'FileUploaded' || type === 'SubmissionPdfGenerated' ? data : null;

export const FILE_WORDS: EventWords<FileEvent> = {
  SubmissionPdfGenerated: ({ fileName, corrections }) =>
    `The ${corrections === undefined ? 'referral' : 'corrected referral'} was filed as ${fileName}`,
  FileUploaded: ({ fileName, fileType }, { who }) => `${who} attached ${fileName}${fileType ? ` as ${fileType}` : ''}`,
  FileTypeChanged: ({ fileId, previousType, fileType }, { who, file }) =>
    `${who} changed the type of ${file(fileId)} from ${previousType} to ${fileType}`,
  FileAccepted: ({ fileId }, { file }) => `${file(fileId)} was checked and accepted`,
  FileRejectedByScan: ({ fileId, reason, link }, { file }) => [
    `${file(fileId)} was checked and refused`,
    now('Refused because', FILE_FAULTS[reason]),
    ...(link === undefined ? [] : [now('Link', link)]),
  ],
};
