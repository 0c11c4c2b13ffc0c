import type { Decider } from '../kernel/decider.js';
import type { HistoryCommand } from './history.commands.js';
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
        if (entries.some((entry) => saysTheSame(entry, command.data))) return [];
        return [{ type: 'HistoryEntryRecorded', data: command.data }];
    }
  },
};

const saysTheSame = (one: Entry, other: Entry) =>
  one.elementName === other.elementName &&
  one.elementKey === other.elementKey &&
  one.changes === other.changes &&
  one.dateTime === other.dateTime;
