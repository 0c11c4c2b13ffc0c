import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { companyOf } from '@throughline/domain';
import { openEventStore } from '@throughline/event-store';
import { fail, workerConfig } from '@throughline/platform';
import { createAccount, type Person } from './create-account.js';
import { identityAdminOf } from './identity-admin.js';

const USAGE =
  'Say who, and give the password on standard input: npm run account -- create --login ana@portal.example ' +
  '--first-name Ana --last-name Ruiz --phone 5125550100 --company 1 [--admin] [--group Ops]';

/*
 * `npm run account -- create …`: makes an account where nobody is there to make it in the portal, the first administrator's
 * say. It needs IDENTITY_API_TOKEN, which opens the management calls of the identity provider that the apps use, and its address
 * (IDENTITY_URL, or OIDC_ISSUER for a tenant).
 */
await run().catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
process.exit(0);

async function run(): Promise<void> {
  const person = personOf(process.argv.slice(2));
  const config = workerConfig();
  const identity = identityAdminOf(config);
  if (identity === undefined) throw new Error('IDENTITY_API_TOKEN is missing.');
  if (process.stdin.isTTY) throw new Error(USAGE);
  const password = (await text(process.stdin)).trimEnd();
  const store = await openEventStore(config.eventStoreUrl);
  const userId = await createAccount(store, identity, person, password, new Date().toISOString());
  await store.close();
  process.stdout.write(`${person.login} has the account ${userId}.\n`);
}

function personOf(args: readonly string[]): Person {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      login: { type: 'string' },
      'first-name': { type: 'string' },
      'last-name': { type: 'string' },
      phone: { type: 'string' },
      company: { type: 'string' },
      admin: { type: 'boolean', default: false },
      group: { type: 'string', multiple: true, default: [] },
    },
  });
  const { login, 'first-name': firstName, 'last-name': lastName, company, phone, admin, group } = values;
  const companyId = Number(company);
  if (positionals.join() !== 'create' || !login || !firstName || !lastName || !phone || !company)
    throw new Error(USAGE);
  if (companyOf(companyId) === undefined) throw new Error(`There is no company ${company}.`);
  return { login, firstName, lastName, phone, companyId, admin, groups: group };
}
