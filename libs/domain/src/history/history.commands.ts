import type { Command } from '../kernel/command.js';
import type { HistoryEntryRecorded } from './history.events.js';

/** Somebody adds to a referral's history what happened outside the portal. */
export type RecordHistoryEntry = Command<
  'RecordHistoryEntry',
  HistoryEntryRecorded['data'] & {
    /** ISO 8601, UTC. */
    readonly now: string;
  }
>;

export type HistoryCommand = RecordHistoryEntry;
