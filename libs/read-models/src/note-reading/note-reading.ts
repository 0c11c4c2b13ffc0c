import { evolveReaders, type NoteEvent, type NoteState, type Recorded, unknownEvent } from '@throughline/domain';
import type { Insertable } from 'kysely';
import { entityOf, type Projection } from '../projecting/projection.js';
import { historyEntry } from '../referral-history/referral-history.js';

export interface NoteReadingTable {
  /** `{referral id}-{user id}`. */
  reading_key: string;
  referral_id: string;
  user_id: string;
  /** The external notes of the referral that the person has read. Empty after the last was marked unread. */
  note_ids: string[];
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    note_reading: NoteReadingTable;
  }
}

interface Readings {
  readonly referralId: string;
  readonly read: NoteState['read'];
}

/** Who has read which external notes. A change is announced to its person alone, on all of their screens. */
export const noteReadingProjection: Projection<Readings, Insertable<NoteReadingTable>> = {
  name: 'note-reading',
  version: 1,
  categories: ['note'],
  evolve: (state, recorded) => {
    const event = recorded as Recorded<NoteEvent>;
    const { referralId, read } = state ?? { referralId: entityOf(event.stream), read: {} };
    switch (event.type) {
      case 'NotesRead':
      case 'NotesMarkedUnread':
        return { referralId, read: evolveReaders(read, event) };
      case 'NoteWritten':
      case 'NoteTextEdited':
        return state;
      default:
        return unknownEvent(event);
    }
  },
  table: {
    key: 'reading_key',
    columns: { reading_key: 'text', referral_id: 'text', user_id: 'text', note_ids: 'text[]' },
    indexes: (table) => [`on ${table} (user_id, referral_id)`],
  },
  rows: ({ referralId, read }) =>
    Object.entries(read).map(([userId, noteIds]) => ({
      reading_key: `${referralId}-${userId}`,
      referral_id: referralId,
      user_id: userId,
      note_ids: [...noteIds],
    })),
  feed: ({ referralId, read }) =>
    Object.entries(read).flatMap(([userId, noteIds]) => {
      const key = `${referralId}-${userId}`;
      return [
        { topic: 'note-list', key, audience: [`user:${userId}`], row: { referralId, read: noteIds } },
        { ...historyEntry(referralId, { read: noteIds.join() }), key },
        // To read a note is to read its notification.
        { topic: 'notifications', key, audience: [`user:${userId}`], row: { read: noteIds.length } },
      ];
    }),
};
