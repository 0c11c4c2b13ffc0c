import type { AccountCreated, AccountEvent, Recorded } from '@throughline/domain';
import type { Insertable, Kysely } from 'kysely';
import type { Projection } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';

/** An account as its events describe it. The role is not included, because it depends on the operator of the portal. */
export type Account = AccountCreated['data'] & {
  /** The newest update that the person has dismissed. */
  readonly dismissedUpdate?: string;
};

export interface AccountTable {
  user_id: string;
  /** Lower case. */
  email: string;
  last_name: string;
  first_name: string;
  company_id: number | null;
  admin: boolean;
  account: Account;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    account: AccountTable;
  }
}

/** The people: by user id, by e-mail, by company. */
export const accountProjection: Projection<Account, Insertable<AccountTable>> = {
  name: 'account',
  version: 1,
  categories: ['account'],
  evolve: (account, recorded) => {
    const event = recorded as Recorded<AccountEvent>;
    switch (event.type) {
      case 'AccountCreated':
        return account ?? event.data;
      case 'ViewSaved':
      case 'ViewRemoved':
        return account;
      case 'UpdateDismissed':
        return account && { ...account, dismissedUpdate: event.data.updateId };
    }
  },
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
    },
    indexes: (table) => [`on ${table} (email)`, `on ${table} (company_id, last_name, first_name)`],
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
    },
  ],
};

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
