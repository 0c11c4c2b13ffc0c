import { text } from 'node:stream/consumers';
import { companyOf } from '@throughline/domain';
import { identityAdminOf, commandConfig } from '@throughline/platform';
import { withEventLog } from '../engines/with-event-log.js';
import { createAccount, type Person } from './create-account.js';

interface NewAccount extends Omit<Person, 'companyId' | 'groups'> {
  readonly company: number;
  readonly group: readonly string[];
}

/**
 * `account create`: creates an account without the portal. It needs IDENTITY_API_TOKEN, which allows the management calls of the identity
 * provider that the apps use, and the provider's address (IDENTITY_URL, or OIDC_ISSUER for a tenant).
 */
export async function createAccountFromInput({ company, group, ...names }: NewAccount): Promise<void> {
  if (companyOf(company) === undefined) throw new Error(`There is no company ${company}.`);
  const person: Person = { ...names, companyId: company, groups: group };
  const config = commandConfig();
  const identity = identityAdminOf(config);
  if (identity === undefined) throw new Error('IDENTITY_API_TOKEN is missing.');
  if (process.stdin.isTTY) throw new Error('Give the password on standard input: echo "$PASSWORD" | …');
  const password = (await text(process.stdin)).trimEnd();
  const userId = await withEventLog({ url: config.eventStoreUrl }, (store) =>
    createAccount(store, identity, person, password, new Date().toISOString()),
  );
  process.stdout.write(`${person.login} has the account ${userId}.\n`);
}
