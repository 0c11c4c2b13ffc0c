import {
  type InternalNoteEvent,
  type NoteEvent,
  type NoteReaders,
  type Recorded,
  withoutRead,
  withRead,
  unknownEvent,
} from '@throughline/domain';
import type { Insertable } from 'kysely';
import { entityOf, type Projection } from '../projecting/projection.js';
import { historyEntry } from '../referral-history/referral-history.js';

export interface NoteReadingTable {
  /** `{referral id}-{user id}`. */
  reading_key: string;
  referral_id: string;
  user_id: string;
  /** The notes of the referral that the person has read. Empty after the last one was marked unread. */
  note_ids: string[];
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    note_reading: NoteReadingTable;
    internal_note_reading: NoteReadingTable;
  }
}

interface Readings {
  readonly referralId: string;
  readonly read: NoteReaders;
}

/** Who has read which external notes. A change is announced only to the person, on all of their screens. */
export const noteReadingProjection = readingsOf({ name: 'note-reading', category: 'note', announcedAs: 'read' });

/** Who has read which internal notes. */
export const internalNoteReadingProjection = readingsOf({
  name: 'internal-note-reading',
  category: 'internalNote',
  announcedAs: 'readInternal',
});

interface Kind {
  readonly name: string;
  readonly category: string;
  /** The name of the field in an announcement that has the ids of the notes. */
  readonly announcedAs: string;
}

function readingsOf({ name, category, announcedAs }: Kind): Projection<Readings, Insertable<NoteReadingTable>> {
  return {
    name,
    version: 1,
    categories: [category],
    evolve: (state, recorded) => evolve(state, recorded as Recorded<NoteEvent | InternalNoteEvent>),
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
        const key = `${referralId}-${userId}${category === 'note' ? '' : '-internal'}`;
        const ofPerson = { key, audience: [`user:${userId}`] };
        return [
          { ...ofPerson, topic: 'note-list', row: { referralId, [announcedAs]: noteIds } },
          { ...historyEntry(referralId, { read: noteIds.join() }), key },
          // Reading a note marks its notification as read.
          { ...ofPerson, topic: 'notifications', row: { read: noteIds.length } },
        ];
      }),
  };
}

function evolve(state: Readings | undefined, event: Recorded<NoteEvent | InternalNoteEvent>): Readings | undefined {
  const { referralId, read } = state ?? { referralId: entityOf(event.stream), read: {} };
  switch (event.type) {
    case 'NotesRead':
    case 'InternalNotesRead':
      return { referralId, read: withRead(read, event.data) };
    case 'NotesMarkedUnread':
    case 'InternalNotesMarkedUnread':
      return { referralId, read: withoutRead(read, event.data) };
    case 'NoteWritten':
    case 'NoteTextEdited':
    case 'NoteActionDone':
    case 'NoteActionRequested':
    case 'InternalNoteWritten':
    case 'InternalNoteTextEdited':
    case 'InternalNoteDeleted':
      return state;
    default:
      return unknownEvent(event);
  }
}
