import {
  type FeedPosition,
  isWhole,
  type NoteList,
  type NoteSortField,
  partOfWhole,
  type Span,
} from '@throughline/contracts';
import { COMPANIES, companyOf } from '@throughline/domain';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isUnread, type Reader, theirReading } from '../note/note.query.js';
import { browsedPage, counted, searchedPage } from '../page-of-keys.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { tallyScope } from '../referral-list/referral-list.projection.js';
import { type ReferralScope, within } from '../referral-list/referral-list.query.js';
import { contains, isIn, matchesOr, timeOf, type TypedSearch, typedStatus } from '../search-text.js';
import { NOTE_SORT_KEYS, noteLabel } from './note-list.projection.js';

type Condition = RawBuilder<boolean>;

export interface ListNotes extends Reader, TypedSearch {
  readonly scope: ReferralScope;
  /** Counts from 0. */
  readonly page: number;
  readonly pageSize: number;
  /** Default: newest first. */
  readonly sort?: { readonly field: NoteSortField; readonly sort: 'asc' | 'desc' } | undefined;
  /** Only the notes of the provider's staff, or only those of others; absent: all notes. */
  readonly from?: 'provider' | 'others' | undefined;
  /** True: only notes that need action. */
  readonly needsAction: boolean;
}

interface StoredListRow {
  readonly note_id: string;
  readonly referral_id: string;
  readonly written_at: string;
  readonly author_first_name: string;
  readonly author_last_name: string;
  readonly author_company_id: number | null;
  readonly excerpt: string;
  readonly action_needed: boolean;
  readonly answered_at: string | null;
  readonly member_last_name: string;
  readonly insurance_medicaid: string | null;
  readonly member_first_name: string;
  readonly status: string;
  readonly unread: boolean;
}

interface Page {
  readonly rows: readonly StoredListRow[];
  readonly row_count: number;
  readonly feed: FeedPosition;
}

/**
 * One page of the Notes list (ordering specification, section 2), the number of rows and the feed's position, in one statement. Fast at a
 * million notes; see `note-list.projection.ts`.
 */
export async function listNotes(db: Kysely<ReadModelSchema>, query: ListNotes): Promise<NoteList> {
  const { userId, search, sort, page, pageSize } = query;
  const direction = sort?.sort ?? 'desc';
  const by = orderBy(direction);
  const list = {
    table: sql`note_list`,
    condition: isListed(query),
    columns: sql`note_id, referral_id, written_at, author_last_name, author_first_name`,
    inOrder: (table: RawBuilder<unknown>) => inOrderOf(sort?.field ?? 'createdDate', table),
    page,
    pageSize,
    by,
  };
  const isCountedToTheEnd = search === '';
  const parts = isCounted(query)
    ? sql`found as materialized (${numberOf(query)}), ${browsedPage({ ...list, backwards: orderBy(direction === 'asc' ? 'desc' : 'asc') })}`
    : searchedPage({ ...list, isCountedToTheEnd });
  const { rows } = await sql<Page>`
    with ${parts}
    select (select units from found) as row_count,
           (select coalesce(json_agg(shown order by ${by}), '[]')
              from (select page.sort_key, note.*, member_last_name, member_first_name, insurance_medicaid, status, ${isUnread(userId)} as unread,
                           ${ANSWERED_AT} as answered_at
                      from page join note_list note using (note_id)
                      join referral_list on referral_list.referral_id = note.referral_id
                      ${theirReading(userId)}) shown) as rows,
           (select json_build_object('epoch', epoch, 'position', last_position) from change_feed_state) as feed`.execute(
    db,
  );
  const [answer] = rows;
  if (!answer) throw new Error('A page without an answer.');
  return {
    rows: answer.rows.map(listRow),
    ...counted(Number(answer.row_count), isCountedToTheEnd),
    feed: answer.feed,
  };
}

const orderBy = (direction: 'asc' | 'desc') =>
  sql.join(['sort_key', 'referral_id', 'note_id'].map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`));

/** When somebody else last answered the note. */
const ANSWERED_AT = sql`(select max(written_at) from note_list reply where reply.referral_id = note.referral_id
  and reply.parent_note_id = note.note_id and reply.author_user_id <> note.author_user_id)`;

/** Only these fields belong to the referral. The index of their order is scanned first, and then the notes of each referral. */
const OF_REFERRAL: readonly NoteSortField[] = ['memberLastName', 'status'];

function inOrderOf(field: NoteSortField, table: RawBuilder<unknown>): RawBuilder<unknown> {
  const key = sql.raw(NOTE_SORT_KEYS[field]);
  if (!OF_REFERRAL.includes(field)) return sql`select *, ${key} as sort_key from ${table}`;
  return sql`select note.*, sort_key from (select referral_id, ${key} as sort_key from referral_list) referral
               join ${table} note using (referral_id)`;
}

const isListed = (query: ListNotes): Condition =>
  sql`${within(query.scope)} and ${isFound(query)} and ${isChosen(query)}`;

/**
 * The status that the list shows is the referral's. Whether a note is unread depends on the reader, and its age on the present moment, so
 * these are conditions of their own.
 */
function isFound(query: Pick<ListNotes, 'search' | 'timeZone' | 'userId' | 'needsAction'>): Condition {
  const { search, userId, needsAction } = query;
  const [time, status] = [timeOf(query), typedStatus(search)];
  const others = [
    ...(time?.kind === 'at' ? [isIn('written_at', time.spans), wasAnsweredIn(time.spans)] : []),
    // The list shows the age of notes that wait for an action.
    ...(time?.kind === 'age' && needsAction ? [isIn('written_at', time.spans)] : []),
    ...(status === undefined
      ? []
      : [sql`referral_id in (select referral_id from referral_list where status = ${status})`]),
    ...(UNREAD.some((words) => isWhole(words, search)) ? [isUnreadBy(userId)] : []),
    ...hasInItsWords(search),
  ];
  return matchesOr(search, others);
}

/**
 * Finds notes by a part of their text, because readers remember a few words of a note. A part of a company's name finds nothing here: every
 * note shows the company of its author, so it would find all notes of that company.
 */
function hasInItsWords(typed: string): readonly Condition[] {
  const part = partOfWhole(typed);
  if (part === null || COMPANIES.some(({ name }) => partOfWhole(name)?.includes(part))) return [];
  return [contains(part)];
}

/** The word that the list shows for an unread note. */
const UNREAD = ['Unread', 'Sin leer'];

/** `isUnread` without a join. */
const isUnreadBy = (userId: string): Condition => sql`(author_user_id <> ${userId}
  and note_id not in (select unnest(note_ids) from note_reading where user_id = ${userId}))`;

const wasAnsweredIn = (spans: readonly Span[]): Condition => sql`note_id in (
  select reply.parent_note_id from note_list reply where ${isIn('reply.written_at', spans)} and reply.parent_note_id is not null)`;

function isChosen({
  from,
  needsAction,
  operatorId,
}: Pick<ListNotes, 'from' | 'needsAction' | 'operatorId'>): Condition {
  const author: Record<'provider' | 'others', Condition> = {
    provider: sql`author_company_id = ${operatorId}`,
    others: sql`author_company_id is distinct from ${operatorId}`,
  };
  return sql`${from ? author[from] : sql`true`} and ${needsAction ? sql`action_needed` : sql`true`}`;
}

/** Whether the projection stores the number of these notes; others must be counted. */
const isCounted = ({ scope, search }: ListNotes): boolean => search === '' && scope.kind !== 'own';

/** A query that looks up the number of all notes, or of those of a company's referrals, as `units`. */
function numberOf(query: ListNotes): RawBuilder<unknown> {
  const { scope } = query;
  const companyId = scope.kind === 'company' ? scope.companyId : null;
  const lookUp = sql`select coalesce(sum(units), 0)::bigint as units from note_list_tally
                      where scope = ${tallyScope(companyId)} and ${hasLabel(query)}`;
  if (scope.kind !== 'company') return lookUp;
  const outside = sql<boolean>`company_id is distinct from ${scope.companyId}`;
  const own = sql`select count(*) as units from note_list
                   where ${within({ ...scope, kind: 'own' })} and ${outside} and ${isChosen(query)}`;
  return sql`select sum(units)::bigint as units from (${lookUp} union all ${own}) counted`;
}

/** `isChosen` for a label of the stored counts. */
function hasLabel({ from, needsAction, operatorId }: ListNotes): Condition {
  const ofProvider = sql`label in (${noteLabel(operatorId, false)}, ${noteLabel(operatorId, true)})`;
  const author = from === undefined ? sql`true` : from === 'provider' ? ofProvider : sql`not ${ofProvider}`;
  return sql`${author} and ${needsAction ? sql`label like '%!'` : sql`true`}`;
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
  medicaidId: row.insurance_medicaid,
  status: row.status,
  excerpt: row.excerpt,
  actionNeeded: row.action_needed,
  answeredAt: row.answered_at === null ? null : new Date(row.answered_at).toISOString(),
  unread: row.unread,
});
