import { type Command, type Decider, DomainError, UnknownEvent } from '../kernel/decider.js';
import type { DomainEvent } from '../kernel/event.js';
import { type EventWords, now } from '../kernel/words.js';

/*
 * Stored for ever. Never change the meaning of a field: add a schema version and an upcaster.
 * Stream: history-{referralId}.
 */

/** An entry that staff or an integration adds to a referral's history (POST /history/create). */
export type HistoryEntryRecorded = DomainEvent<
  'HistoryEntryRecorded',
  {
    readonly referralId: string;
    /** When it happened, as stated by the person; ISO 8601, UTC. */
    readonly patientKey?: string;
    readonly elementName: string;
    readonly elementKey: string | null;
    readonly changes: string;
    /** When it happened, as the person said it; ISO 8601, UTC. */
    readonly dateTime: string;
  }
>;

export type HistoryEvent = HistoryEntryRecorded;

export const HISTORY_WORDS: EventWords<HistoryEvent> = {
  HistoryEntryRecorded: ({ elementName, changes }, { who }) => [
    `${who} recorded an entry about ${elementName}`,
    now(elementName, changes),
  ],
};

/** Adds to a referral's history something that happened outside the portal. */
export type RecordHistoryEntry = Command<
  'RecordHistoryEntry',
  HistoryEntryRecorded['data'] & {
    /** ISO 8601, UTC. */
    readonly now: string;
  }
>;

export type HistoryCommand = RecordHistoryEntry;

type Entry = HistoryEntryRecorded['data'];

/** Stream `history-{referralId}`. An integration that sends the same entry again adds nothing. */
export const historyDecider: Decider<readonly Entry[], HistoryCommand, HistoryEvent> = {
  category: 'history',
  initialState: [],
  evolve: (entries, event) => {
    switch (event.type) {
      case 'HistoryEntryRecorded':
        return [...entries, event.data];
      default:
        throw new UnknownEvent(event.type satisfies never);
    }
  },
  decide: (entries, command) => {
    switch (command.type) {
      case 'RecordHistoryEntry':
        return record(entries, command.data);
    }
  },
};

/**
 * Rejects with `history/in-the-future`. The specification does not mention it (ordering, section 7), but an audit must not contain what has
 * not happened yet.
 */
function record(entries: readonly Entry[], { now: at, ...entry }: RecordHistoryEntry['data']): readonly HistoryEvent[] {
  if (entries.some((before) => isSameEntry(before, entry))) return [];
  if (Date.parse(entry.dateTime) > Date.parse(at)) {
    throw new DomainError('history/in-the-future', 'The date and time of a history entry must not be in the future.');
  }
  return [{ type: 'HistoryEntryRecorded', data: entry }];
}

const isSameEntry = (one: Entry, other: Entry) =>
  one.patientKey === other.patientKey &&
  one.elementName === other.elementName &&
  one.elementKey === other.elementKey &&
  one.changes === other.changes &&
  one.dateTime === other.dateTime;
