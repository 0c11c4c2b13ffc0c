import type { Kysely } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';
import type { Account } from './account.projection.js';

type Db = Kysely<ReadModelSchema>;

export async function findAccountById(db: Db, userId: string): Promise<Account | undefined> {
  const row = await db.selectFrom('account').where('user_id', '=', userId).select('account').executeTakeFirst();
  return row?.account;
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

/** Everybody of a company, by name. */
export async function listCompanyAccounts(db: Db, companyId: number): Promise<readonly Account[]> {
  const rows = await db
    .selectFrom('account')
    .where('company_id', '=', companyId)
    .orderBy('last_name')
    .orderBy('first_name')
    .select('account')
    .execute();
  return rows.map((row) => row.account);
}
