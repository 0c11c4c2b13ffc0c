import type { DomainEvent } from '../kernel/event.js';

/*
 * Stored for ever. Never change the meaning of a field: add a schema version and an upcaster.
 * Stream: file-{referralId}.
 */

/** The order as a document, made by the worker after ReferralSubmitted. */
export type SubmissionPdfGenerated = DomainEvent<
  'SubmissionPdfGenerated',
  {
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
    readonly generatedAt: string;
  }
>;

export type FileEvent = SubmissionPdfGenerated;
