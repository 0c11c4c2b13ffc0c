import type { DomainEvent, NamesStoredFile } from '../kernel/event.js';
import { REWARD_PROGRAMME_WORDS, type RewardProgramme } from '../kernel/terms.js';
import { type EventWords, now, type SomeEventWords } from '../kernel/words.js';

/*
 * Stored for ever. Never change the meaning of a field: add a schema version and an upcaster.
 * Stream: eligibilityImport-{importId}.
 */

/** The progress of an import. */
export interface ImportCount {
  /** Rows read so far, including bad ones. */
  readonly rows: number;
  /** New members that were registered. */
  readonly registered: number;
  /** Rows of members that were known before, or that the file names twice. */
  readonly known: number;
  /** Members whose date of birth was corrected. Missing where there is none, and in imports from before decision 95. */
  readonly corrected?: number;
  readonly bad: number;
}

/** A row that was skipped: its line number and its fault, but none of its content. */
export interface ImportFault {
  readonly line: number;
  readonly fault: string;
}

/**
 * What to do about an ID that differs only in its leading zeros from a registered one with the same date of birth. `correct`: the ID of the
 * file is the right one; `distinct`: they are the IDs of two members.
 */
export const OTHER_ZEROS = ['correct', 'distinct'] as const;
export type OtherZerosDecision = (typeof OTHER_ZEROS)[number];

/** A health plan's member file was uploaded. It is deleted when the import ends. */
export type MembersFileUploaded = DomainEvent<
  'MembersFileUploaded',
  NamesStoredFile & {
    readonly importId: string;
    readonly fileName: string;
    /** The programme of every row; null: each row names its own. */
    readonly programme: RewardProgramme | null;
    /** Whether a date of birth that differs from the known one replaces it. Missing: it is a fault of its row. */
    readonly correctsDates?: true;
    /** Missing: an ID that differs only in its leading zeros is a fault of its row. */
    readonly otherZeros?: OtherZerosDecision;
    /** Bytes. */
    readonly size: number;
    readonly uploadedAt: string;
    /** Missing in imports that are older than the field. */
    readonly reason?: string;
  }
>;

export type MembersImportProgressed = DomainEvent<
  'MembersImportProgressed',
  { readonly importId: string; readonly count: ImportCount }
>;

export type MembersImportFinished = DomainEvent<
  'MembersImportFinished',
  {
    readonly importId: string;
    readonly count: ImportCount;
    /** The first thousand faults. */
    readonly faults: readonly ImportFault[];
    readonly finishedAt: string;
  }
>;

/** The file as a whole cannot be read. */
export type MembersImportFailed = DomainEvent<
  'MembersImportFailed',
  { readonly importId: string; readonly reason: string; readonly failedAt: string }
>;

/** Members who were registered until then stay registered. */
export type MembersImportCanceled = DomainEvent<
  'MembersImportCanceled',
  {
    readonly importId: string;
    readonly canceledAt: string;
    /** Missing in imports that are older than the field, and in those from before the event named the file. */
    readonly reason?: string;
    readonly fileName?: string;
  }
>;

export type EligibilityImportEvent =
  MembersFileUploaded | MembersImportProgressed | MembersImportFinished | MembersImportFailed | MembersImportCanceled;

export const ELIGIBILITY_IMPORT_WORDS: EventWords<MembersFileUploaded | MembersImportCanceled> &
  SomeEventWords<MembersImportProgressed | MembersImportFinished | MembersImportFailed> = {
  MembersFileUploaded: ({ fileName, programme, correctsDates, otherZeros, reason }, { who }) => [
    `${who} uploaded the member file ${fileName}`,
    now('Programme', programme === null ? 'By row' : REWARD_PROGRAMME_WORDS[programme]),
    ...(correctsDates ? [now('Other dates of birth', 'Corrected')] : []),
    ...(otherZeros ? [now('IDs with other zeros', otherZeros === 'correct' ? 'Corrected' : 'Of other members')] : []),
    ...(reason === undefined ? [] : [now('Reason', reason)]),
  ],
  MembersImportProgressed: null,
  MembersImportFinished: null,
  MembersImportFailed: null,
  MembersImportCanceled: ({ fileName, reason }, { who }) => [
    `${who} canceled the import of ${fileName ?? 'a member file'}`,
    ...(reason === undefined ? [] : [now('Reason', reason)]),
  ],
};
