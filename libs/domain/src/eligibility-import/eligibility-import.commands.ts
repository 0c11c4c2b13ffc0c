import type { Command } from '../kernel/decider.js';
import type { ImportCount, ImportFault, MembersFileUploaded } from './eligibility-import.events.js';

/** Starts an import of a file. */
export type ImportMembers = Command<'ImportMembers', MembersFileUploaded['data'] & { readonly reason: string }>;

/**
 * Does nothing when no row was read since the last report, or when the import has ended. For a canceled import it records what had been
 * imported, which stays.
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

/** Cancels an import. Rejected when there is no such import; does nothing when it has ended. */
export type CancelImport = Command<
  'CancelImport',
  { readonly importId: string; readonly reason: string; readonly at: string }
>;

export type EligibilityImportCommand = ImportMembers | ReportImportProgress | FinishImport | FailImport | CancelImport;
