import {
  type Account,
  type AccountEvent,
  COMPANIES,
  evolveAccount,
  OPS_GROUP,
  type Recorded,
} from '@throughline/domain';
import { claimWords, isWhole, typedRole, typedState, typedWords, type User } from '@throughline/contracts';
import { type Insertable, type Kysely, type RawBuilder, sql } from 'kysely';
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
  /** These are null unless true. */
  site_admin: boolean | null;
  deactivated: boolean | null;
  /** The identity provider has not answered everything yet that it was asked for. */
  has_pending_act: boolean | null;
  /** Not confirmed yet. */
  claimed_company_id: number | null;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    account: AccountTable;
  }
}

/** The people: by user id, by e-mail, by company. */
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

/** The version before accounts said how often they were switched: remove it in the next release. */
export const accountProjectionV1: typeof accountProjection = { ...accountProjection, version: 1 };

/** The domain's `fullName` of a row of accounts; null where an outer join found none. */
export const ACCOUNT_NAME = sql<string | null>`trim(account.first_name || ' ' || account.last_name)`;

type Db = Kysely<ReadModelSchema>;

export async function findAccountById(db: Db, userId: string): Promise<Account | undefined> {
  const row = await db.selectFrom('account').where('user_id', '=', userId).select('account').executeTakeFirst();
  return row?.account;
}

/** The account, and up to which revision of its stream it is known. Undefined if not all of that could be projected. */
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

/** The first account of the address, which the identity provider keeps unique; case does not matter. */
export async function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('account')
    .where('email', '=', email.toLowerCase())
    .orderBy('user_id')
    .select('account')
    .executeTakeFirst();
  return row?.account;
}

/** Everybody of a company whose account is active, by name. */
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

/** By the name of an enrolled group, how many active people are in it. */
export async function countEnrolled(db: Db): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ name: string; people: number }>`
    select name, count(*)::int as people
      from account cross join lateral json_array_elements_text(account.account -> 'groups') as name
     where deactivated is null group by name`.execute(db);
  return Object.fromEntries(rows.map(({ name, people }) => [name, people]));
}

export type AccountFilter = 'all' | 'active' | 'deactivated' | 'claims' | 'admins' | 'site-admins';

export interface ListAccounts {
  /** Only people of this company, and those who claim to be; null: everybody. */
  readonly companyId: number | null;
  /** Words of names, e-mail addresses or companies, or all of a role, of a state that the portal knows, or of a company that is claimed. */
  readonly search: string;
  /** The company that runs the portal. */
  readonly operatorId: number;
  readonly filter: AccountFilter;
  /** From 0. */
  readonly page: number;
  readonly pageSize: number;
}

/** One page of the people, by name. The caller must check the permission. */
export async function listAccounts(
  db: Db,
  { companyId, filter, page, pageSize, ...searched }: ListAccounts,
): Promise<{ readonly accounts: readonly Account[]; readonly rowCount: number }> {
  const conditions = sql.join([FILTERS[filter], ofCompany(companyId), isFound(searched)], sql` and `);
  const { rows } = await sql<{ accounts: readonly Account[]; rowCount: number }>`
    select (select count(*)::int from account where ${conditions}) as "rowCount",
           (select coalesce(json_agg(account order by last_name, first_name, user_id), '[]') from (
              select account, last_name, first_name, user_id from account where ${conditions}
               order by last_name, first_name, user_id limit ${pageSize} offset ${page * pageSize}) as page) as accounts`.execute(
    db,
  );
  return rows[0] ?? { accounts: [], rowCount: 0 };
}

const FILTERS: Readonly<Record<AccountFilter, RawBuilder<unknown>>> = {
  all: sql`true`,
  active: sql`deactivated is null`,
  deactivated: sql`deactivated`,
  claims: sql`claimed_company_id is not null and deactivated is null`,
  admins: sql`admin`,
  'site-admins': sql`site_admin`,
};

const ofCompany = (companyId: number | null) => (companyId === null ? sql`true` : sql`company_id = ${companyId}`);

function isFound({ search, operatorId }: Pick<ListAccounts, 'search' | 'operatorId'>): RawBuilder<unknown> {
  const words = searchConditions(search);
  if (words.length === 0) return sql`true`;
  const [role, state] = [typedRole(search), typedState(search)];
  const claimed = COMPANIES.filter((company) => isWhole(claimWords(company), search)).map(({ id }) => id);
  const found = [
    sql`(${sql.join(words, sql` and `)})`,
    ...(role === undefined ? [] : [sql`(${inRole(role, operatorId)})`]),
    // The others are known to the identity provider alone, which says them of the people of a page.
    ...(state === 'deactivated' ? [FILTERS.deactivated] : state === 'active' ? [FILTERS.active] : []),
    ...(claimed.length === 0 ? [] : [sql`(claimed_company_id = any(${claimed}) and deactivated is null)`]),
  ];
  return sql`(${sql.join(found, sql` or `)})`;
}

/** The domain's `roleOf`, and the right of a site administrator before it, as the list shows them. */
function inRole(role: User['role'] | 'site-admin', operatorId: number): RawBuilder<unknown> {
  const isOps = sql`exists (select from json_array_elements_text(account.account -> 'groups') name where name = ${OPS_GROUP})`;
  const isPlain = sql`not admin and site_admin is null`;
  switch (role) {
    case 'admin':
      return FILTERS.admins;
    case 'site-admin':
      return sql`not admin and site_admin`;
    case 'referrer':
      return sql`${isPlain} and company_id is distinct from ${operatorId}`;
    case 'ops':
      return sql`${isPlain} and company_id = ${operatorId} and ${isOps}`;
    case 'staff':
      return sql`${isPlain} and company_id = ${operatorId} and not ${isOps}`;
  }
}

/** Every word is in the name, the address or the company. */
function searchConditions(search: string): readonly RawBuilder<unknown>[] {
  const words = typedWords(search, (word) => word.toLowerCase()).slice(0, 8);
  return words.map((word) => {
    const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;
    const companies = COMPANIES.filter(({ name }) => name.toLowerCase().includes(word)).map(({ id }) => id);
    return sql`(lower(first_name || ' ' || last_name || ' ' || email) like ${pattern} or company_id = any(${companies}))`;
  });
}
