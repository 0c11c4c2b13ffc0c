import type { InternalNote } from '@throughline/contracts';
import type { InternalNoteEvent, Recorded } from '@throughline/domain';
import type { Insertable, Kysely } from 'kysely';
import type { Projection, Timestamp } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { historyEntry } from '../referral-history/referral-history.js';

export interface InternalNoteTable {
  /** `{referral id}-{n}`. */
  note_id: string;
  referral_id: string;
  parent_note_id: string | null;
  note: string;
  author_user_id: string;
  written_at: Timestamp;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    internal_note: InternalNoteTable;
  }
}

type Row = Insertable<InternalNoteTable>;

/** The internal notes of a referral. Their number is sent live, to auditors only, because only the provider's people may read them. */
export const internalNoteProjection: Projection<readonly Row[], Row> = {
  name: 'internal-note',
  version: 1,
  categories: ['internalNote'],
  evolve: (notes = [], recorded) => [...notes, noteOf(recorded as Recorded<InternalNoteEvent>)],
  table: {
    key: 'note_id',
    columns: {
      note_id: 'text',
      referral_id: 'text',
      parent_note_id: 'text',
      note: 'text',
      author_user_id: 'text',
      written_at: 'timestamptz',
    },
    indexes: (table) => [`on ${table} (referral_id, written_at)`],
  },
  rows: (notes) => notes,
  feed: (notes) => notes.slice(0, 1).map(({ referral_id }) => historyEntry(referral_id, { notes: notes.length })),
};

function noteOf(event: InternalNoteEvent): Row {
  switch (event.type) {
    case 'InternalNoteWritten':
      return {
        note_id: event.data.noteId,
        referral_id: event.data.referralId,
        parent_note_id: event.data.parentNoteId,
        note: event.data.text,
        author_user_id: event.data.authorUserId,
        written_at: event.data.writtenAt,
      };
  }
}

/** A referral's internal notes as a flat list, oldest first. The caller must check the permission. */
export async function listInternalNotes(
  db: Kysely<ReadModelSchema>,
  referralId: string,
): Promise<readonly InternalNote[]> {
  const rows = await db
    .selectFrom('internal_note')
    .leftJoin('account', 'account.user_id', 'internal_note.author_user_id')
    .where('referral_id', '=', referralId)
    .orderBy('written_at')
    .orderBy('note_id')
    .select(['note_id', 'parent_note_id', 'note', 'written_at', 'first_name', 'last_name'])
    .execute();
  return rows.map((row) => ({
    id: row.note_id,
    parentNoteId: row.parent_note_id,
    isDeleted: false,
    createdByUser: { name: row.first_name === null ? null : `${row.first_name} ${row.last_name}` },
    createdAt: row.written_at.toISOString(),
    note: row.note,
  }));
}
