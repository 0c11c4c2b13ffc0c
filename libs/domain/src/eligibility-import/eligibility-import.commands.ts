import type { Command } from '../kernel/command.js';
import type { ImportCount, ImportFault, MembersFileUploaded } from './eligibility-import.events.js';

/** A file is to be taken in. */
export type ImportMembers = Command<'ImportMembers', MembersFileUploaded['data']>;

/**
 * Nothing happens where nothing was read since, and once the import is over. Of one that was canceled it tells what was taken in until
 * then: that stays.
 */
export type ReportImportProgress = Command<
  'ReportImportProgress',
  { readonly importId: string; readonly count: ImportCount }
>;

export type FinishImport = Command<
  'FinishImport',
  {
    readonly importId: string;
    readonly count: ImportCount;
    readonly faults: readonly ImportFault[];
    readonly at: string;
  }
>;

export type FailImport = Command<
  'FailImport',
  { readonly importId: string; readonly reason: string; readonly at: string }
>;

/** Somebody changed their mind. Rejected when there is no such import; nothing happens when it is over. */
export type CancelImport = Command<'CancelImport', { readonly importId: string; readonly at: string }>;

export type EligibilityImportCommand = ImportMembers | ReportImportProgress | FinishImport | FailImport | CancelImport;
