import type { DomainEvent } from '../kernel/event.js';
import type { FileFault } from './file-faults.js';

/*
 * Stored for ever. Never change the meaning of a field: add a schema version and an upcaster.
 * Stream: file-{referralId}.
 */

/** What is kept of a file in the file store. */
interface StoredFile {
  readonly referralId: string;
  /** 1, 2, … within the referral. */
  readonly fileId: number;
  /** Random; where the bytes are in the file store. Never shown. */
  readonly storageName: string;
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
  /** Hex SHA-256 of the bytes. */
  readonly sha256: string;
}

/** The order as a document, made by the worker after ReferralSubmitted. */
export type SubmissionPdfGenerated = DomainEvent<
  'SubmissionPdfGenerated',
  StoredFile & { readonly generatedAt: string }
>;

/** Somebody attached a file. Nobody is given it until it was checked. */
export type FileUploaded = DomainEvent<
  'FileUploaded',
  StoredFile & {
    /** Null for the submitter of an order who was not signed in. */
    readonly uploadedBy: string | null;
    readonly uploadedAt: string;
  }
>;

/** An uploaded file was checked, and nothing was found against it. */
export type FileAccepted = DomainEvent<
  'FileAccepted',
  { readonly referralId: string; readonly fileId: number; readonly checkedAt: string }
>;

/** An uploaded file was checked, and is never given to anybody. */
export type FileRejectedByScan = DomainEvent<
  'FileRejectedByScan',
  { readonly referralId: string; readonly fileId: number; readonly reason: FileFault; readonly checkedAt: string }
>;

export type FileEvent = SubmissionPdfGenerated | FileUploaded | FileAccepted | FileRejectedByScan;
