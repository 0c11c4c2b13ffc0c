import type { DomainEvent } from '../kernel/event.js';

/*
 * Stored for ever. Never change the meaning of a field: add a schema version and an upcaster.
 * Stream: history-{referralId}.
 */

/** An entry that staff or an integration adds to a referral's history (POST /history/create). */
export type HistoryEntryRecorded = DomainEvent<
  'HistoryEntryRecorded',
  {
    readonly referralId: string;
    readonly elementName: string;
    readonly elementKey: string | null;
    readonly changes: string;
    /** When it happened, as the person said it; ISO 8601, UTC. */
    readonly dateTime: string;
  }
>;

export type HistoryEvent = HistoryEntryRecorded;
