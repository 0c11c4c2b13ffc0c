import type { AccountAct } from '@throughline/contracts';
import { type AccountEvent, type Actor, evolveAccount, type Account, type Recorded } from '@throughline/domain';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { Projection, Timestamp } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';

export interface AccountActTable {
  /** `{stream}-{revision}` of the event. */
  act_id: string;
  user_id: string;
  /** Of the person, as it was then. */
  name: string;
  /** Lower case: name and address of the person, and the address of who did it. */
  search: string;
  position: number;
  at: Timestamp;
  actor: Actor;
  event: AccountEvent;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    account_act: AccountActTable;
  }
}

type Row = Insertable<AccountActTable>;

interface Acted {
  readonly account: Account | undefined;
  /** That of the last event; null for what is no act. */
  readonly fresh: Row | null;
}

/** What was done to accounts, for the audit. Saved views are nobody else's concern. */
const OWN_SETTINGS: readonly AccountEvent['type'][] = ['ViewSaved', 'ViewRemoved', 'UpdateDismissed'];

export const accountActProjection: Projection<Acted, Row> = {
  name: 'account-act',
  version: 1,
  categories: ['account'],
  evolve: (state, recorded) => {
    const event = recorded as Recorded<AccountEvent>;
    const account = evolveAccount(state?.account, event);
    const isAct = !OWN_SETTINGS.includes(event.type) && account !== undefined;
    return { account, fresh: isAct ? rowOf(account, event) : null };
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

function rowOf(
  { userId, firstName, lastName, email }: Account,
  { stream, revision, position, metadata: { at, actor }, type, data }: Recorded<AccountEvent>,
): Row {
  const name = `${firstName} ${lastName}`.trim();
  return {
    act_id: `${stream}-${revision}`,
    user_id: userId,
    name,
    search: `${name} ${email} ${actor.email ?? ''}`.toLowerCase(),
    position,
    at,
    actor,
    event: { type, data } as AccountEvent,
  };
}

/** The acts on all accounts, or on one, newest first. The caller must check the permission. */
export async function listAccountActs(
  db: Kysely<ReadModelSchema>,
  { userId, search, page, pageSize }: { userId?: string | undefined; search: string; page: number; pageSize: number },
): Promise<{ readonly rows: readonly AccountAct[]; readonly rowCount: number }> {
  const found = db
    .selectFrom('account_act')
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .where((where) =>
      where.and(
        search
          .toLowerCase()
          .split(/\s+/)
          .filter(Boolean)
          .map((word) => where('search', 'like', `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)),
      ),
    );
  const { count } = await found.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const rows = await found
    .select(['user_id as userId', 'name', 'position', 'at', 'actor', 'event'])
    .orderBy('position', 'desc')
    .limit(pageSize)
    .offset(page * pageSize)
    .execute();
  return { rows: rows.map((row) => ({ ...row, at: row.at.toISOString() })), rowCount: count };
}
