import { type Account, type AccountEvent, evolveAccount, type Recorded } from '@throughline/domain';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { Projection } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';

export interface AccountTable {
  user_id: string;
  /** Lower case. */
  email: string;
  last_name: string;
  first_name: string;
  company_id: number | null;
  admin: boolean;
  /** The role is not included, because it depends on the operator of the portal. */
  account: Account;
  /** These two are null unless true. */
  site_admin: boolean | null;
  deactivated: boolean | null;
  /** True while the identity provider has not answered all requests. */
  has_pending_act: boolean | null;
  /** The claimed company, until an admin has confirmed it. */
  claimed_company_id: number | null;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    account: AccountTable;
  }
}

/** People, found by user id, by e-mail address or by company. */
export const accountProjection: Projection<Account, Insertable<AccountTable>> = {
  name: 'account',
  version: 2,
  categories: ['account'],
  evolve: (account, recorded) => evolveAccount(account, recorded as Recorded<AccountEvent>),
  table: {
    key: 'user_id',
    columns: {
      user_id: 'text',
      email: 'text',
      last_name: 'text',
      first_name: 'text',
      company_id: 'integer',
      admin: 'boolean',
      account: 'json',
      site_admin: 'boolean',
      deactivated: 'boolean',
      has_pending_act: 'boolean',
      claimed_company_id: 'integer',
    },
    indexes: (table) => [
      `on ${table} (email)`,
      `on ${table} (company_id, last_name, first_name)`,
      `on ${table} (user_id) where has_pending_act`,
      `on ${table} (user_id) where admin`,
    ],
  },
  rows: (account) => [
    {
      user_id: account.userId,
      email: account.email.toLowerCase(),
      last_name: account.lastName,
      first_name: account.firstName,
      company_id: account.companyId,
      admin: account.admin,
      account,
      site_admin: account.siteAdmin || null,
      deactivated: account.deactivated || null,
      has_pending_act: (account.pendingActs ?? []).length > 0 || null,
      claimed_company_id: account.claimedCompanyId ?? null,
    },
  ],
};

/** The domain's `fullName` in SQL, for a row of accounts; null if an outer join found none. */
export const ACCOUNT_NAME = sql<string | null>`trim(account.first_name || ' ' || account.last_name)`;

type Db = Kysely<ReadModelSchema>;

export async function findAccountById(db: Db, userId: string): Promise<Account | undefined> {
  const row = await db.selectFrom('account').where('user_id', '=', userId).select('account').executeTakeFirst();
  return row?.account;
}

/** The user ids among these that have no account. */
export async function findUnknownAccounts(db: Db, userIds: readonly string[]): Promise<readonly string[]> {
  const rows = await db.selectFrom('account').where('user_id', 'in', userIds).select('user_id').execute();
  return userIds.filter((id) => !rows.some(({ user_id: known }) => known === id));
}

/** Those of these people who have an account. */
export async function findAccountNames(db: Db, userIds: readonly string[]) {
  if (userIds.length === 0) return [];
  return db
    .selectFrom('account')
    .where('user_id', 'in', userIds)
    .select(['user_id as userId', 'email', ACCOUNT_NAME.as('name')])
    .execute();
}

/** The account, with the revision of its stream that it includes. Undefined if a part of the stream could not be projected. */
export async function findProjectedAccount(
  db: Db,
  userId: string,
): Promise<{ readonly account: Account; readonly revision: number } | undefined> {
  return db
    .selectFrom('account')
    .innerJoin('stream_head', (join) => join.on('stream', '=', `account-${userId}`))
    .where('user_id', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('parked_stream')
            .whereRef('parked_stream.stream', '=', 'stream_head.stream')
            .where('consumer', 'like', 'account\\_v%'),
        ),
      ),
    )
    .select(['account', 'revision'])
    .executeTakeFirst();
}

/** The first account with the address. The identity provider keeps addresses unique, ignoring case. */
export async function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('account')
    .where('email', '=', email.toLowerCase())
    .orderBy('user_id')
    .select('account')
    .executeTakeFirst();
  return row?.account;
}

/** The active people of a company, by name. */
export async function listCompanyAccounts(db: Db, companyId: number): Promise<readonly Account[]> {
  const rows = await db
    .selectFrom('account')
    .where('company_id', '=', companyId)
    .where('deactivated', 'is', null)
    .orderBy('last_name')
    .orderBy('first_name')
    .select('account')
    .execute();
  return rows.map((row) => row.account);
}

/** User ids of the active admins. */
export async function listAdmins(db: Db): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('account')
    .where('admin', '=', true)
    .where('deactivated', 'is', null)
    .select('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

/** The number of active people in each enrolled group, by the name of the group. */
export async function countEnrolled(db: Db): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ name: string; people: number }>`
    select name, count(*)::int as people
      from account cross join lateral json_array_elements_text(account.account -> 'groups') as name
     where deactivated is null group by name`.execute(db);
  return Object.fromEntries(rows.map(({ name, people }) => [name, people]));
}
