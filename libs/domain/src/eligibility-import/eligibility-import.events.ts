import type { DomainEvent } from '../kernel/event.js';
import type { RewardProgramme } from '../kernel/reward-programme.js';

/*
 * Stored for ever. Never change the meaning of a field: add a schema version and an upcaster.
 * Stream: eligibilityImport-{importId}.
 */

/** How far an import has come. */
export interface ImportCount {
  /** Read so far, the bad ones too. */
  readonly rows: number;
  /** New members. */
  readonly registered: number;
  /** Known before, or named twice. */
  readonly known: number;
  readonly bad: number;
}

/** A row that was left out: its line and what is wrong with it, nothing of what it says. */
export interface ImportFault {
  readonly line: number;
  readonly fault: string;
}

/** A health plan's file of members arrived. It is deleted when the import is over. */
export type MembersFileUploaded = DomainEvent<
  'MembersFileUploaded',
  {
    readonly importId: string;
    readonly fileName: string;
    /** Of every row; null: each names its own. */
    readonly programme: RewardProgramme | null;
    /** Random; where the bytes are in the file store. Never shown. */
    readonly storageName: string;
    /** Bytes. */
    readonly size: number;
    readonly uploadedAt: string;
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
    /** The first thousand. */
    readonly faults: readonly ImportFault[];
    readonly finishedAt: string;
  }
>;

/** The file as a whole cannot be read. */
export type MembersImportFailed = DomainEvent<
  'MembersImportFailed',
  { readonly importId: string; readonly reason: string; readonly failedAt: string }
>;

/** Who was registered until then stays so. */
export type MembersImportCanceled = DomainEvent<
  'MembersImportCanceled',
  { readonly importId: string; readonly canceledAt: string }
>;

export type EligibilityImportEvent =
  MembersFileUploaded | MembersImportProgressed | MembersImportFinished | MembersImportFailed | MembersImportCanceled;
