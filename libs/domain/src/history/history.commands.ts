import type { Command } from '../kernel/command.js';
import type { HistoryEntryRecorded } from './history.events.js';

/** Somebody adds to a referral's history what happened outside the portal. */
export type RecordHistoryEntry = Command<'RecordHistoryEntry', HistoryEntryRecorded['data']>;

export type HistoryCommand = RecordHistoryEntry;
