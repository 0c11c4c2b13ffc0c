import { claimWords, isWhole, typedRole, typedState, typedWords, type User } from '@throughline/contracts';
import { type Account, COMPANIES, OPS_GROUP } from '@throughline/domain';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';

export type AccountFilter = 'all' | 'active' | 'deactivated' | 'claims' | 'admins' | 'site-admins';

export interface ListAccounts {
  /** Only people of this company, and those who claim to belong to it; null: everybody. */
  readonly companyId: number | null;
  /**
   * Words of names, e-mail addresses or companies. Also the complete words for a role, for a state that the portal knows, or for a claimed
   * company.
   */
  readonly search: string;
  /** The company that runs the portal. */
  readonly operatorId: number;
  readonly filter: AccountFilter;
  /** Counts from 0. */
  readonly page: number;
  readonly pageSize: number;
}

/** One page of people, sorted by name. The caller must check the permission. */
export async function listAccounts(
  db: Kysely<ReadModelSchema>,
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
    // Only the identity provider knows the other states; it is asked about the people of one page at a time.
    ...(state === 'deactivated' ? [FILTERS.deactivated] : state === 'active' ? [FILTERS.active] : []),
    ...(claimed.length === 0 ? [] : [sql`(claimed_company_id = any(${claimed}) and deactivated is null)`]),
  ];
  return sql`(${sql.join(found, sql` or `)})`;
}

/** The domain's `roleOf` in SQL. The list shows the right of a site administrator in preference to the role. */
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

/** Rows in which every word is in the name, the address or the company. */
function searchConditions(search: string): readonly RawBuilder<unknown>[] {
  const words = typedWords(search, (word) => word.toLowerCase()).slice(0, 8);
  return words.map((word) => {
    const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;
    const companies = COMPANIES.filter(({ name }) => name.toLowerCase().includes(word)).map(({ id }) => id);
    return sql`(lower(first_name || ' ' || last_name || ' ' || email) like ${pattern} or company_id = any(${companies}))`;
  });
}
