import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type AccountCommand, accountDecider, type AccountCreated } from '@throughline/domain';
import { handleCommand, systemContext } from '@throughline/event-store';
import { apiConfig, createLogger } from '@throughline/platform';
import { testDatabase, testDatabaseLike } from '@throughline/platform/testing';
import { waitUntilProjected } from '@throughline/read-models';
import type { Engines } from '../engines/engines.js';
import { openEngines } from '../engines/engines.module.js';
import { openApi } from '../open-api.js';
import { ClockAhead } from './clock-ahead.js';
import { AUDIENCE, startIdentityStandIn, type IdentityStandIn } from './identity-stand-in.js';
import { type Projecting, startProjecting } from './projecting.js';

const OPERATOR = 1;

type Person = Pick<AccountCreated['data'], 'userId'> & Partial<AccountCreated['data']> & { readonly siteAdmin?: true };

/** The invented people of the specs. */
export const PEOPLE = {
  referrer: { userId: 'u-referrer', firstName: 'Ana', lastName: 'Ruiz', companyId: 12 },
  colleague: { userId: 'u-colleague', firstName: 'Ben', lastName: 'Lee', companyId: 12 },
  /** An administrator of the referrer's company. */
  siteAdmin: { userId: 'u-site-admin', firstName: 'Hal', lastName: 'Nez', companyId: 12, siteAdmin: true },
  stranger: { userId: 'u-stranger', firstName: 'Cai', lastName: 'Moss', companyId: 26 },
  staff: { userId: 'u-staff', firstName: 'Dee', lastName: 'Park', companyId: OPERATOR },
  staff2: { userId: 'u-staff2', firstName: 'Eli', lastName: 'Vance', companyId: OPERATOR },
  admin: { userId: 'u-admin', firstName: 'Gus', lastName: 'Orr', companyId: OPERATOR, admin: true },
  ops: { userId: 'u-ops', firstName: 'Fay', lastName: 'Ito', companyId: OPERATOR, groups: ['Ops'] },
} satisfies Record<string, Person>;
export type Name = keyof typeof PEOPLE;

/** A test that starts one of its own holds it by `await using`: one that outlives a failed test ends the process of its spec. */
export interface ApiUnderTest extends AsyncDisposable {
  readonly app: NestExpressApplication;
  readonly origin: string;
  readonly engines: Engines;
  /** By which all nodes of the API go. */
  readonly clock: ClockAhead;
  readonly identity: IdentityStandIn;
  /** Access tokens, each valid for an hour. */
  readonly tokens: Readonly<Record<Name, string>>;
  close(): Promise<void>;
}

interface Options {
  /** Whether the identity provider is a tenant that limits calls; otherwise it is the embedded one behind the API. */
  readonly tenant?: boolean;
  /** A new database if left out. */
  readonly databaseUrl?: string;
  /** The URL of the log; absent: in the database. */
  readonly eventStoreUrl?: string;
  /** The origin at which people reach the portal; absent: this machine over http. */
  readonly publicOrigin?: string;
  /** Vite's output; absent: the console is not built. */
  readonly consoleFolder?: string;
  /** Gets each line of the log, of every level; absent: nothing is logged. */
  readonly onLogLine?: (line: string) => void;
  /** Starts the projector of the read models; absent: in this process. */
  readonly project?: (engines: Engines) => Promise<Projecting> | Projecting;
}

/** A whole API with its own database, the accounts of `PEOPLE` and a running projector, on a free port. */
export async function startApi({
  databaseUrl,
  eventStoreUrl,
  project = startProjecting,
  tenant = false,
  publicOrigin,
  consoleFolder,
  onLogLine,
}: Options = {}): Promise<ApiUnderTest> {
  const isPrepared = databaseUrl === undefined && eventStoreUrl === undefined;
  const [ownDatabaseUrl, identity, folder] = await Promise.all([
    isPrepared ? testDatabaseLike('api', prepareDatabase) : (databaseUrl ?? testDatabase()),
    startIdentityStandIn(),
    mkdtemp(join(tmpdir(), 'api-')),
  ]);
  const config = configOf(ownDatabaseUrl, {
    ...(eventStoreUrl && { EVENT_STORE_URL: eventStoreUrl }),
    FILES_URL: pathToFileURL(join(folder, 'files')).href,
    TLOG_URL: pathToFileURL(join(folder, 'tlog')).href,
    OIDC_ISSUER: identity.issuer,
    ...(publicOrigin && { PUBLIC_ORIGIN: publicOrigin }),
    ...(!tenant && { IDENTITY_URL: identity.origin }),
  });
  const logger = onLogLine && createLogger('api', { logLevel: 'trace' }, { write: onLogLine });
  const clock = new ClockAhead();
  const engines = await openEngines(config, logger, clock);
  const projecting = await project(engines);
  const { app, origin } = await listen(engines, { consoleFolder });
  if (!isPrepared) await createAccounts(engines);
  const names = Object.keys(PEOPLE) as Name[];
  const signed = await Promise.all(
    names.map(async (name) => [name, await identity.token(PEOPLE[name].userId)] as const),
  );
  return {
    app,
    origin,
    engines,
    clock,
    identity,
    tokens: Object.fromEntries(signed) as Record<Name, string>,
    ...closedOnce(async () => {
      await app.close();
      await projecting.stop();
      await engines[Symbol.asyncDispose]();
      await identity.close();
      await rm(folder, { recursive: true });
    }),
  };
}

function closedOnce(end: () => Promise<void>): Pick<ApiUnderTest, 'close' | typeof Symbol.asyncDispose> {
  let ended: Promise<void> | undefined;
  const close = () => (ended ??= end());
  return { close, [Symbol.asyncDispose]: close };
}

/** The tables and the accounts of an API whose log is in its database. To make them takes longer than all else of a start. */
async function prepareDatabase(url: string): Promise<void> {
  await using engines = await openEngines(configOf(url, { OIDC_ISSUER: 'http://127.0.0.1' }));
  const projecting = startProjecting(engines);
  await createAccounts(engines);
  await projecting.stop();
}

const configOf = (databaseUrl: string, more: Readonly<Record<string, string>>) =>
  apiConfig({
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'a key of the specs, of forty characters!',
    OIDC_AUDIENCE: AUDIENCE,
    OPERATOR_COMPANY_ID: String(OPERATOR),
    LOG_LEVEL: 'silent',
    ...more,
  });

/** Another node of the same API, with its own engines and port (a free one by default), on the same engines. Close it before the first. */
export async function startAnotherNode(
  first: ApiUnderTest,
  { port = 0, eventStoreUrl = first.engines.config.eventStoreUrl } = {},
): Promise<ApiUnderTest> {
  const engines = await openEngines({ ...first.engines.config, eventStoreUrl }, undefined, first.clock);
  const { app, origin } = await listen(engines, { port });
  return {
    ...first,
    app,
    origin,
    engines,
    ...closedOnce(async () => {
      await app.close();
      await engines[Symbol.asyncDispose]();
    }),
  };
}

async function listen(
  engines: Engines,
  {
    port = 0,
    consoleFolder = join(tmpdir(), 'no-console'),
  }: { readonly port?: number; readonly consoleFolder?: string | undefined },
): Promise<Pick<ApiUnderTest, 'app' | 'origin'>> {
  const app = await openApi(engines, { consoleFolder });
  await app.listen(port, '127.0.0.1');
  return { app, origin: (await app.getUrl()).replace('[::1]', '127.0.0.1') };
}

async function createAccounts({ store, database }: Engines): Promise<void> {
  let head = 0;
  for (const { siteAdmin, ...person } of Object.values<Person>(PEOPLE)) {
    const commands: AccountCommand[] = [{ type: 'CreateAccount', data: accountOf(person) }];
    if (siteAdmin) commands.push({ type: 'ChangeRole', data: siteAdminOf(person.companyId ?? null) });
    for (const command of commands) {
      const { position } = await handleCommand(store, {
        decider: accountDecider,
        id: person.userId,
        command,
        context: systemContext(randomUUID(), new Date().toISOString()),
      });
      head = position ?? head;
    }
  }
  await waitUntilProjected(database.db, head);
}

const siteAdminOf = (companyId: number | null) => ({
  admin: false,
  siteAdmin: true,
  seen: { admin: false, siteAdmin: false, companyId, active: true },
  reason: 'Of the specs',
  by: null,
  otherAdmins: 1,
  operatorId: OPERATOR,
});

const accountOf = (person: Omit<Person, 'siteAdmin'>): AccountCreated['data'] => ({
  lastName: '',
  firstName: '',
  email: emailOf(person),
  primaryPhone: null,
  companyId: null,
  admin: false,
  groups: [],
  ...person,
});

export const emailOf = ({ userId }: { readonly userId: string }): string => `${userId}@people.example`;
