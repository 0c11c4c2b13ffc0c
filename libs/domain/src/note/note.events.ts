import type { DomainEvent } from '../kernel/event.js';

/*
 * Stored for ever. Never change the meaning of a field: add a schema version and an upcaster.
 * Stream: internalNote-{referralId}.
 */

/** A note that only the provider's people read. */
export type InternalNoteWritten = DomainEvent<
  'InternalNoteWritten',
  {
    readonly referralId: string;
    /** `{referral id}-{n}`, n from 1 within the referral. */
    readonly noteId: string;
    /** Null: it begins a thread. */
    readonly parentNoteId: string | null;
    /** Plain text, 8000 characters at most. */
    readonly text: string;
    /** The author of the text, also when another person recorded it. */
    readonly authorUserId: string;
    /** ISO 8601, UTC. */
    readonly writtenAt: string;
  }
>;

export type InternalNoteEvent = InternalNoteWritten;
