import type { Note } from '@throughline/contracts';
import { companyOf, isOperator } from '@throughline/domain';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';
import type { NoteTable } from './note.js';
import { type WorkWhenWritten, workWhenWritten } from './work-when-written.js';

/** Whether a row of `note` or `note_list` is unread for this person. It requires the join of `theirReading`. */
export const isUnread = (userId: string) =>
  sql<boolean>`(note.author_user_id <> ${userId} and not coalesce(note.note_id = any(note_reading.note_ids), false))`;

export const theirReading = (userId: string) =>
  sql`left join note_reading on note_reading.referral_id = note.referral_id and note_reading.user_id = ${userId}`;

export interface Reader {
  readonly userId: string;
  /** The company that runs the portal. */
  readonly operatorId: number;
}

/**
 * A referral's external notes, oldest first, as this person sees them, and the position of the feed, in one statement. The caller must
 * check the permission.
 */
export async function listNotesOfReferral(
  db: Kysely<ReadModelSchema>,
  referralId: string,
  { userId, operatorId, isInsider }: Reader & { readonly isInsider: boolean },
): Promise<Note[]> {
  const { departments, subDepartments } = workWhenWritten('note');
  const { rows } = await sql<Selectable<NoteTable> & { unread: boolean } & WorkWhenWritten>`
    select note.*, ${isUnread(userId)} as unread, ${departments} as departments, ${subDepartments} as sub_departments from note ${theirReading(userId)}
     where note.referral_id = ${referralId} order by written_at, length(note_id), note_id`.execute(db);
  return rows.map((row) => ({
    id: row.note_id,
    parentNote: row.parent_note_id,
    noteText: row.note_text,
    actionNeeded: row.action_needed,
    actionDone: actionDoneOf(row),
    userId: row.author_user_id,
    firstName: row.author_first_name,
    lastName: row.author_last_name,
    company: companyOf(row.author_company_id) ?? null,
    fromProvider: isOperator(row.author_company_id, operatorId),
    createdDate: row.written_at.toISOString(),
    dateLastModified: row.edited_at?.toISOString() ?? null,
    unread: row.unread,
    departments: isInsider ? row.departments : [],
    subDepartments: isInsider ? row.sub_departments : [],
  }));
}

/** Null: the note needs no action, or it is not done yet. */
const actionDoneOf = ({
  action_needed,
  action_changed_at,
  action_changed_by,
}: Selectable<NoteTable>): Note['actionDone'] =>
  action_needed || action_changed_at === null
    ? null
    : { by: action_changed_by ?? '', at: action_changed_at.toISOString() };
