import type { FeedPosition, Note, NoteList, NoteSortField, UnreadNotes } from '@throughline/contracts';
import { companyOf } from '@throughline/domain';
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';
import { type ReferralScope, within } from '../referral-list/referral-list.query.js';
import { matches } from '../search-text.js';
import type { NoteTable } from './note.js';

type Db = Kysely<ReadModelSchema>;

/** More unread notes than this are not counted. */
const MAX_UNREAD_COUNTED = 100;

/** Whether a row of `note` is unread for this person. It needs the join of `theirReading`. */
const isUnread = (userId: string) =>
  sql<boolean>`(note.author_user_id <> ${userId} and not coalesce(note.note_id = any(note_reading.note_ids), false))`;

const theirReading = (userId: string) =>
  sql`left join note_reading on note_reading.referral_id = note.referral_id and note_reading.user_id = ${userId}`;

interface Reader {
  readonly userId: string;
  /** The company that runs the portal. */
  readonly operatorId: number;
}

/**
 * A referral's external notes, oldest first, as this person sees them, and the position of the feed: one statement. The caller must check the
 * permission.
 */
export async function listNotesOfReferral(db: Db, referralId: string, { userId, operatorId }: Reader): Promise<Note[]> {
  const { rows } = await sql<Selectable<NoteTable> & { unread: boolean }>`
    select note.*, ${isUnread(userId)} as unread from note ${theirReading(userId)}
     where note.referral_id = ${referralId} order by written_at, length(note_id), note_id`.execute(db);
  return rows.map((row) => ({
    id: row.note_id,
    parentNote: row.parent_note_id,
    noteText: row.note_text,
    actionNeeded: row.action_needed,
    userId: row.author_user_id,
    firstName: row.author_first_name,
    lastName: row.author_last_name,
    company: companyOf(row.author_company_id) ?? null,
    fromProvider: row.author_company_id === operatorId,
    createdDate: row.written_at.toISOString(),
    dateLastModified: row.edited_at?.toISOString() ?? null,
    unread: row.unread,
  }));
}

export interface ListNotes extends Reader {
  readonly scope: ReferralScope;
  /** From 0. */
  readonly page: number;
  readonly pageSize: number;
  readonly search: string;
  /** By default: the newest first. */
  readonly sort?: { readonly field: NoteSortField; readonly sort: 'asc' | 'desc' } | undefined;
  /** Only the notes of the provider's people, or only those of others; all of them if left out. */
  readonly from?: 'provider' | 'others' | undefined;
}

const SORT_KEYS: Record<NoteSortField, string> = {
  createdDate: 'written_at',
  createdBy: `lower(author_last_name || ' ' || author_first_name)`,
  referralId: 'referral_id',
  memberLastName: `lower(member_last_name || ' ' || member_first_name)`,
  status: 'status',
};

interface StoredListRow {
  readonly note_id: string;
  readonly referral_id: string;
  readonly written_at: string;
  readonly author_first_name: string;
  readonly author_last_name: string;
  readonly author_company_id: number | null;
  readonly member_first_name: string;
  readonly member_last_name: string;
  readonly status: string;
  readonly unread: boolean;
}

/** One page of the Notes list (ordering specification, section 2), the number of rows and the feed's position, in one statement. */
export async function listNotes(db: Db, query: ListNotes): Promise<NoteList> {
  const { scope, page, pageSize, search, sort, userId, operatorId, from } = query;
  const direction = sql.raw(sort?.sort ?? 'desc');
  const by = sql`${sql.raw(SORT_KEYS[sort?.field ?? 'createdDate'])} ${direction}, note_id ${direction}`;
  const side: Record<'provider' | 'others', RawBuilder<boolean>> = {
    provider: sql`author_company_id = ${operatorId}`,
    others: sql`author_company_id is distinct from ${operatorId}`,
  };
  // The columns of both tables; `search` finds the author, and the referral by all that the Referrals list finds it by.
  const listed = sql`
    select note_id, note.referral_id, written_at, author_user_id, author_first_name, author_last_name, author_company_id,
           member_first_name, member_last_name, status
      from note join (select referral_list.*, search as referral_search from referral_list) referral using (referral_id)
     where ${within(scope)} and ${from ? side[from] : sql`true`}
       ${search === '' ? sql`` : sql`and exists (select from (values (referral_search || author_search)) found (search) where ${matches(search)})`}`;
  const { rows } = await sql<{ rows: readonly StoredListRow[]; row_count: number; feed: FeedPosition }>`
    with page as (
      select listed.*, row_number() over (order by ${by}) as place from (${listed}) listed
       order by ${by} limit ${pageSize} offset ${page * pageSize})
    select (select count(*) from (${listed}) listed) as row_count,
           (select coalesce(json_agg(shown order by place), '[]')
              from (select note.*, ${isUnread(userId)} as unread from page note ${theirReading(userId)}) shown) as rows,
           (select json_build_object('epoch', epoch, 'position', last_position) from change_feed_state) as feed`.execute(
    db,
  );
  const [answer] = rows;
  if (!answer) throw new Error('A page without an answer.');
  return { rows: answer.rows.map(listRow), rowCount: Number(answer.row_count), feed: answer.feed };
}

const listRow = (row: StoredListRow): NoteList['rows'][number] => ({
  id: row.note_id,
  createdDate: new Date(row.written_at).toISOString(),
  createdBy: {
    lastName: row.author_last_name,
    firstName: row.author_first_name,
    company: companyOf(row.author_company_id) ?? null,
  },
  referralId: row.referral_id,
  memberLastName: row.member_last_name,
  memberFirstName: row.member_first_name,
  status: row.status,
  unread: row.unread,
});

export interface CountUnread {
  readonly userId: string;
  /** The referrals that the person follows: its notes count in `total`. */
  readonly followed: ReferralScope;
  /** The referrals that the person may read. */
  readonly readable: ReferralScope;
  /** Older notes do not count in `total`. ISO 8601. */
  readonly since: string;
  readonly referralIds: readonly string[];
}

/** A person's unread notes: how many in all (`MAX_UNREAD_COUNTED` at most), and how many of each of these referrals. */
export async function countUnread(db: Db, query: CountUnread): Promise<UnreadNotes> {
  const { userId, followed, readable, since, referralIds } = query;
  const unread = (scope: ReferralScope) => sql`
      from note join referral_list using (referral_id) ${theirReading(userId)}
     where ${within(scope)} and ${isUnread(userId)}`;
  const { rows } = await sql<{ total: number; referrals: Record<string, number>; feed: FeedPosition }>`
    select (select count(*) from (select 1 ${unread(followed)} and written_at > ${since}
                                   limit ${MAX_UNREAD_COUNTED}) counted) as total,
           (select coalesce(json_object_agg(referral_id, units), '{}')
              from (select note.referral_id, count(*) as units ${unread(readable)}
                       and note.referral_id = any(${referralIds}::text[]) group by note.referral_id) by_referral) as referrals,
           (select json_build_object('epoch', epoch, 'position', last_position) from change_feed_state) as feed`.execute(
    db,
  );
  const [answer] = rows;
  if (!answer) throw new Error('A count without an answer.');
  return { total: Number(answer.total), referrals: answer.referrals, feed: answer.feed };
}
