import { type AdminAct, typedWords } from '@throughline/contracts';
import {
  type Account,
  type AccountEvent,
  type Actor,
  type AdminArea,
  type AdminEvent,
  ADMINISTRATION,
  describeEvent,
  EVENT_WORDS,
  evolveAccount,
  fullName,
  nameOf,
  OWN_SETTINGS,
  type Recorded,
} from '@throughline/domain';
import { type Insertable, type Kysely, sql } from 'kysely';
import { ACCOUNT_NAME } from '../account/account.js';
import { categoryOf, type Projection, type Timestamp } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { isIn, timeOf, type TypedSearch } from '../search-text.js';

export interface AdminActTable {
  /** `{stream}-{revision}` of the event. */
  act_id: string;
  /** The person whose account it is; null for an act on something else. */
  user_id: string | null;
  /** The name of the person at the time; for an act on something else, the area. */
  name: string;
  /** Lower case: name and address of the person, the address of the actor, and the words of the audit without the actor's name. */
  search: string;
  position: number;
  at: Timestamp;
  actor: Actor;
  event: AdminEvent;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    account_act: AdminActTable;
  }
}

type Row = Insertable<AdminActTable>;

interface Acted {
  readonly account: Account | undefined;
  /** The row of the last event; null if that is not an administrative act. */
  readonly fresh: Row | null;
}

/** The heading under which an act is listed that belongs to no account, by the category of its stream. */
const AREAS: ReadonlyMap<string, AdminArea> = new Map(
  Object.entries(ADMINISTRATION).map(([category, { area }]) => [category, area]),
);

export const ADMIN_ACT_CATEGORIES: readonly string[] = ['account', ...AREAS.keys()];

/** Acts of administrators, for the audit. The table stays `account_act`, as it was first named: another name would need a rebuild. */
export const adminActProjection: Projection<Acted, Row> = {
  name: 'account-act',
  version: 3,
  categories: ADMIN_ACT_CATEGORIES,
  evolve: (state, recorded) => {
    const event = recorded as Recorded<AdminEvent>;
    const isOfArea = AREAS.has(categoryOf(event.stream));
    const account = isOfArea ? undefined : evolveAccount(state?.account, event as Recorded<AccountEvent>);
    const subject = subjectOf(event, account);
    return { account, fresh: subject === null ? null : rowOf(event, subject) };
  },
  table: {
    key: 'act_id',
    columns: {
      act_id: 'text',
      user_id: 'text',
      name: 'text',
      search: 'text',
      position: 'bigint',
      at: 'timestamptz',
      actor: 'json',
      event: 'json',
    },
    indexes: (table) => [`on ${table} (position desc)`, `on ${table} (user_id, position desc)`],
  },
  rows: ({ fresh }) => (fresh === null ? [] : [fresh]),
  leavesOutFinishedRows: true,
};

interface Subject {
  readonly userId: string | null;
  readonly name: string;
  readonly email: string;
}

/** What an act of an administrator was on; null: the event is no such act. `account`: the account after an event of its stream. */
export function subjectOf({ stream, type }: Recorded<AdminEvent>, account: Account | undefined): Subject | null {
  const area = AREAS.get(categoryOf(stream));
  if (area !== undefined) return EVENT_WORDS.get(type) == null ? null : { userId: null, name: area, email: '' };
  if (OWN_SETTINGS.includes(type) || account === undefined) return null;
  return { userId: account.userId, name: fullName(account), email: account.email };
}

function rowOf(
  { stream, revision, position, metadata: { at, actor }, type, data }: Recorded<AdminEvent>,
  { userId, name, email }: Subject,
): Row {
  return {
    act_id: `${stream}-${revision}`,
    user_id: userId,
    name,
    search: [name, email, actor.email, nameOf(actor), ...wordsOf({ type, data } as AdminEvent)]
      .filter(Boolean)
      .join(' ')
      .toLowerCase(),
    position,
    at,
    actor,
    event: asShown({ type, data } as AdminEvent),
  };
}

/** The searched words of an act, without the actor's name: the actor is found by the present name of the account. */
function wordsOf(event: AdminEvent): readonly string[] {
  const { sentence, detail } = describeEvent(event, { who: '', before: null });
  return [sentence, ...detail.map(({ field, to }) => `${field}: ${to ?? ''}`)];
}

/**
 * The event as it is sent to a browser with a page of acts: without the items of a catalogue, which has its own read model, and without the
 * storage name of a file.
 */
function asShown(event: AdminEvent): AdminEvent {
  switch (event.type) {
    case 'CataloguePlanned':
      return { ...event, data: { ...event.data, items: [] } };
    case 'MembersFileUploaded':
      return { ...event, data: { ...event.data, storageName: '' } };
    default:
      return event;
  }
}

/** Also finds a word in the present name of the actor. */
function isFound(typed: TypedSearch) {
  const words = typedWords(typed.search, (word) => word.toLowerCase()).map((word) => {
    const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;
    return sql`(search like ${pattern} or account_act.actor ->> 'userId' in (
      select account.user_id from account where lower(${ACCOUNT_NAME}) like ${pattern}))`;
  });
  const time = timeOf(typed);
  const found = words.length === 0 ? sql`true` : sql`(${sql.join(words, sql` and `)})`;
  return time?.kind === 'at' ? sql<boolean>`(${found} or ${isIn('at', time.spans)})` : sql<boolean>`${found}`;
}

/** All acts, or those on one person's account, newest first. The caller must check the permission. */
export async function listAdminActs(
  db: Kysely<ReadModelSchema>,
  { userId, page, pageSize, ...typed }: TypedSearch & { userId?: string | undefined; page: number; pageSize: number },
): Promise<{ readonly rows: readonly AdminAct[]; readonly rowCount: number }> {
  const found = db
    .selectFrom('account_act')
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .where(isFound(typed));
  const { count } = await found.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const rows = await found
    .select(['account_act.user_id as userId', 'name', 'position', 'at', 'actor', 'event'])
    .select((row) =>
      row
        .selectFrom('account')
        .whereRef('account.user_id', '=', sql`account_act.actor ->> 'userId'`)
        .select(ACCOUNT_NAME.as('name'))
        .as('actorName'),
    )
    .orderBy('position', 'desc')
    .limit(pageSize)
    .offset(page * pageSize)
    .execute();
  return { rows: rows.map((row) => ({ ...row, at: row.at.toISOString() })), rowCount: count };
}
