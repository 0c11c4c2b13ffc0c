import type { Decider } from '../kernel/decider.js';
import { Rejection } from '../kernel/rejection.js';
import type { HistoryCommand, RecordHistoryEntry } from './history.commands.js';
import type { HistoryEntryRecorded, HistoryEvent } from './history.events.js';

type Entry = HistoryEntryRecorded['data'];

/** Stream `history-{referralId}`. An integration that says the very same again adds nothing. */
export const historyDecider: Decider<readonly Entry[], HistoryCommand, HistoryEvent> = {
  category: 'history',
  initialState: [],
  evolve: (entries, event) => {
    switch (event.type) {
      case 'HistoryEntryRecorded':
        return [...entries, event.data];
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
 * Rejects with `history/in-the-future`. The specification is silent on it (ordering, section 7), but what has not happened yet
 * is no history, and an audit must not hold it.
 */
function record(entries: readonly Entry[], { now, ...entry }: RecordHistoryEntry['data']): readonly HistoryEvent[] {
  if (entries.some((before) => saysTheSame(before, entry))) return [];
  if (Date.parse(entry.dateTime) > Date.parse(now)) {
    throw new Rejection('history/in-the-future', 'The date and time of a history entry must not be in the future.');
  }
  return [{ type: 'HistoryEntryRecorded', data: entry }];
}

const saysTheSame = (one: Entry, other: Entry) =>
  one.elementName === other.elementName &&
  one.elementKey === other.elementKey &&
  one.changes === other.changes &&
  one.dateTime === other.dateTime;
