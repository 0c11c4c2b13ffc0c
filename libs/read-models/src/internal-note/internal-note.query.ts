import type { InternalNote } from '@throughline/contracts';
import type { Kysely } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';

/** A referral's internal notes as a flat list, the oldest first. Whether the caller may read them is theirs to ask. */
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
