import type { InternalNote } from '@throughline/contracts';
import {
  companyOf,
  htmlOf,
  type InternalNoteEvent,
  isOperator,
  mentionsIn,
  type Recorded,
  unknownEvent,
} from '@throughline/domain';
import { type Insertable, type Kysely, sql } from 'kysely';
import { ACCOUNT_NAME } from '../account/account.js';
import type { Projection, Timestamp } from '../projecting/projection.js';
import { workWhenWritten } from '../note/work-when-written.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { historyEntry } from '../referral-history/referral-history.js';

export interface InternalNoteTable {
  /** `{referral id}-{n}`. */
  note_id: string;
  referral_id: string;
  parent_note_id: string | null;
  /** Plain text, unless `format` is `html`. */
  note: string;
  author_user_id: string;
  written_at: Timestamp;
  format: 'html' | null;
  edited_at: Timestamp | null;
  deleted_at: Timestamp | null;
  /** User ids of the colleagues whom its text mentions. */
  mentions: string[] | null;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    internal_note: InternalNoteTable;
  }
}

type Row = Insertable<InternalNoteTable>;

/**
 * The internal notes of a referral. Changes are announced without the text, and only to the provider's staff: to auditors, to those who
 * have the referral open, and to those who follow their unread notes.
 */
export const internalNoteProjection: Projection<readonly Row[], Row> = {
  name: 'internal-note',
  version: 1,
  categories: ['internalNote'],
  evolve: (notes = [], recorded) => evolve(notes, recorded as Recorded<InternalNoteEvent>),
  table: {
    key: 'note_id',
    columns: {
      note_id: 'text',
      referral_id: 'text',
      parent_note_id: 'text',
      note: 'text',
      author_user_id: 'text',
      written_at: 'timestamptz',
      format: 'text',
      edited_at: 'timestamptz',
      deleted_at: 'timestamptz',
      mentions: 'text[]',
    },
    indexes: (table) => [
      `on ${table} (referral_id, written_at)`,
      `on ${table} (author_user_id, written_at)`,
      `on ${table} using gin (mentions)`,
    ],
  },
  rows: (notes) => notes,
  feed: (notes) =>
    notes.slice(0, 1).flatMap(({ referral_id: referralId }) => {
      const changes = notes.flatMap(({ edited_at, deleted_at }) => [edited_at ?? [], deleted_at ?? []].flat());
      const what = { notes: notes.length, ...(changes.length > 0 && { changes: changes.join() }) };
      return [
        historyEntry(referralId, what),
        { topic: `internal-notes:${referralId}`, key: referralId, audience: [], row: { referralId, ...what } },
        { topic: 'note-list', key: `${referralId}-internal`, audience: ['staff'], row: { referralId, ...what } },
      ];
    }),
};

function evolve(notes: readonly Row[], event: InternalNoteEvent): readonly Row[] {
  const change = (noteId: string, to: Partial<Row>) =>
    notes.map((note) => (note.note_id === noteId ? { ...note, ...to } : note));
  switch (event.type) {
    case 'InternalNoteWritten': {
      const { noteId, referralId, parentNoteId, text, format = null, authorUserId, writtenAt } = event.data;
      const unchanged = { format, edited_at: null, deleted_at: null, mentions: format && [...mentionsIn(text)] };
      const note = { note_id: noteId, referral_id: referralId, parent_note_id: parentNoteId, note: text };
      return [...notes, { ...note, author_user_id: authorUserId, written_at: writtenAt, ...unchanged }];
    }
    case 'InternalNoteTextEdited': {
      const { noteId, text, editedAt } = event.data;
      return change(noteId, { note: text, format: 'html', edited_at: editedAt, mentions: [...mentionsIn(text)] });
    }
    case 'InternalNoteDeleted':
      return change(event.data.noteId, { deleted_at: event.data.deletedAt });
    case 'InternalNotesRead':
    case 'InternalNotesMarkedUnread':
      return notes;
    default:
      return unknownEvent(event);
  }
}

/** A referral's internal notes as a flat list, oldest first, in HTML, as this person sees them. The caller must check the permission. */
export async function listInternalNotes(
  db: Kysely<ReadModelSchema>,
  referralId: string,
  { userId, operatorId }: { readonly userId: string; readonly operatorId: number },
): Promise<readonly InternalNote[]> {
  const { departments, subDepartments } = workWhenWritten('internal_note');
  const rows = await db
    .selectFrom('internal_note')
    .leftJoin('account', 'account.user_id', 'internal_note.author_user_id')
    .leftJoin('internal_note_reading', (join) =>
      join
        .onRef('internal_note_reading.referral_id', '=', 'internal_note.referral_id')
        .on('internal_note_reading.user_id', '=', userId),
    )
    .where('internal_note.referral_id', '=', referralId)
    .orderBy('written_at')
    .orderBy(sql`length(note_id)`)
    .orderBy('note_id')
    .selectAll('internal_note')
    .select([
      'company_id',
      'note_ids',
      ACCOUNT_NAME.as('author_name'),
      departments.as('departments'),
      subDepartments.as('sub_departments'),
    ])
    .execute();
  return rows.map((row) => ({
    id: row.note_id,
    parentNoteId: row.parent_note_id,
    isDeleted: row.deleted_at !== null,
    createdByUser: {
      id: row.author_user_id,
      name: row.author_name,
      company: companyOf(row.company_id)?.name ?? null,
    },
    fromProvider: isOperator(row.company_id, operatorId),
    createdAt: row.written_at.toISOString(),
    dateLastModified: row.edited_at?.toISOString() ?? null,
    note: row.format === 'html' ? row.note : htmlOf(row.note),
    // The additional information of an order is part of the order, and does not count as unread.
    unread:
      row.format === 'html' &&
      row.deleted_at === null &&
      row.author_user_id !== userId &&
      row.note_ids?.includes(row.note_id) !== true,
    departments: row.departments,
    subDepartments: row.sub_departments,
  }));
}
