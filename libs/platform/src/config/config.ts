import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT_FOLDER } from './release.js';
import { type Environment, withSecretFiles } from './secret-files.js';
import { ConfigError, type Value, type VariableName, VARIABLES } from './variables.js';

export { ConfigError };

/** DATABASE_URL → databaseUrl */
type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Tail>>}`
  : Lowercase<Name>;

/** Variables that have no default, or whose default is another such variable. */
type Optional =
  | 'TASK_DAY_MS'
  | 'DATABASE_URL'
  | 'EVENT_STORE_URL'
  | 'REDIS_URL'
  | 'TLOG_KEY'
  | 'TLOG_FORMER_SIGNERS'
  | 'TLOG_WITNESSES'
  | 'WITNESS_KEY'
  | 'WITNESS_LOGS'
  | 'SMTP_URL'
  | 'SMS_URL'
  | 'CLAMAV_URL'
  | 'IDENTITY_URL'
  | 'IDENTITY_PORT'
  | 'IDENTITY_API_TOKEN'
  | 'IDENTITY_DATABASE_URL'
  | 'SECRET_KEY'
  | 'ELIGIBILITY_KEY';

/** The checked variables of `variables.ts`, in camel case. `dataDir` and `catalogueFile` are absolute; addresses do not end in a slash. */
export type Config = {
  readonly [Name in VariableName as Camel<Name>]: Value<Name> | (Name extends Optional ? undefined : never);
};

type With<Key extends keyof Config> = Config & { readonly [Name in Key]-?: NonNullable<Config[Name]> };

/**
 * Reads the variables that are set, secrets also from a file (`withSecretFiles`), and the defaults of the others. An empty variable counts
 * as not set.
 * @throws ConfigError for the first variable that is wrong
 */
export function loadConfig(env: Environment = process.env): Config {
  const given = withSecretFiles(env);
  const read = <Name extends VariableName>(name: Name): Value<Name> | undefined => {
    const text = given[name]?.trim();
    return text ? check(name, text) : undefined;
  };
  const orDefault = <Name extends VariableName>(name: Name): Value<Name> =>
    read(name) ?? check(name, VARIABLES[name].default ?? '');

  const port = orDefault('PORT');
  const publicOrigin = read('PUBLIC_ORIGIN') ?? `http://localhost:${port}`;
  const dataDir = resolve(orDefault('DATA_DIR'));
  const databaseUrl = read('DATABASE_URL');
  const catalogueFile = read('CATALOGUE_FILE');
  const secretKey = read('SECRET_KEY');
  const proxyHops = orDefault('PROXY_HOPS');
  return {
    nodeEnv: orDefault('NODE_ENV'),
    port,
    host: orDefault('HOST'),
    publicOrigin,
    proxyHops,
    stopNoticeMs: read('STOP_NOTICE_MS') ?? (proxyHops > 0 ? 5_000 : 0),
    dataDir,
    seed: orDefault('SEED'),
    demoPassword: orDefault('DEMO_PASSWORD'),
    taskDayMs: read('TASK_DAY_MS'),
    databaseUrl,
    eventStoreUrl: read('EVENT_STORE_URL') ?? databaseUrl,
    redisUrl: read('REDIS_URL'),
    redisPrefix: orDefault('REDIS_PREFIX'),
    filesUrl: read('FILES_URL') ?? pathToFileURL(join(dataDir, 'files')).href,
    tlogUrl: read('TLOG_URL') ?? pathToFileURL(join(dataDir, 'tlog')).href,
    tlogKey: read('TLOG_KEY'),
    tlogFormerSigners: read('TLOG_FORMER_SIGNERS'),
    tlogWitnesses: read('TLOG_WITNESSES'),
    witnessName: orDefault('WITNESS_NAME'),
    witnessKey: read('WITNESS_KEY'),
    witnessLogs: read('WITNESS_LOGS'),
    witnessUrl: read('WITNESS_URL') ?? pathToFileURL(join(dataDir, 'witness')).href,
    smtpUrl: read('SMTP_URL'),
    allowCapturedMail: orDefault('ALLOW_CAPTURED_MAIL'),
    smsUrl: read('SMS_URL'),
    mailFrom: orDefault('MAIL_FROM'),
    contactEmail: orDefault('CONTACT_EMAIL'),
    contactEmailPatients: orDefault('CONTACT_EMAIL_PATIENTS'),
    contactEmailCaseManagers: orDefault('CONTACT_EMAIL_CASE_MANAGERS'),
    contactEmailClinical: orDefault('CONTACT_EMAIL_CLINICAL'),
    contactPhone: orDefault('CONTACT_PHONE'),
    contactFax: orDefault('CONTACT_FAX'),
    clamavUrl: read('CLAMAV_URL'),
    allowNoScanner: orDefault('ALLOW_NO_SCANNER'),
    // The default is relative to the project, from whichever folder it is started.
    catalogueFile: catalogueFile ? resolve(catalogueFile) : resolve(PROJECT_FOLDER, orDefault('CATALOGUE_FILE')),
    oidcIssuer: read('OIDC_ISSUER') ?? `${publicOrigin}/oauth2/default`,
    oidcClientId: orDefault('OIDC_CLIENT_ID'),
    oidcAudience: orDefault('OIDC_AUDIENCE'),
    identityUrl: read('IDENTITY_URL'),
    identityPort: read('IDENTITY_PORT'),
    identityApiToken: read('IDENTITY_API_TOKEN'),
    signInMethods: orDefault('SIGN_IN_METHODS'),
    rememberDeviceDays: orDefault('REMEMBER_DEVICE_DAYS'),
    identityDatabaseUrl: read('IDENTITY_DATABASE_URL') ?? databaseUrl,
    secretKey,
    eligibilityKey: read('ELIGIBILITY_KEY') ?? secretKey,
    workerPort: orDefault('WORKER_PORT'),
    sweepEveryMs: orDefault('SWEEP_EVERY_MS'),
    logLevel: orDefault('LOG_LEVEL'),
    operatorCompanyId: orDefault('OPERATOR_COMPANY_ID'),
    operatorEmailDomain: orDefault('OPERATOR_EMAIL_DOMAIN'),
  };
}

/** @throws ConfigError like `loadConfig`, and when a variable is missing that the API needs */
export const apiConfig = (env?: Environment) =>
  loadWith(env, 'databaseUrl', 'eventStoreUrl', 'secretKey', 'eligibilityKey');

/** @throws ConfigError like `loadConfig`, and when a variable is missing that the worker needs */
export const workerConfig = (env?: Environment) =>
  loadWith(env, 'databaseUrl', 'eventStoreUrl', 'secretKey', 'eligibilityKey');

/** @throws ConfigError like `loadConfig`, and when a variable is missing that an operator's command needs */
export const commandConfig = (env?: Environment) => loadWith(env, 'databaseUrl', 'eventStoreUrl');

/** @throws ConfigError like `loadConfig`, and when a variable is missing that a witness needs */
export const witnessConfig = (env?: Environment) => loadWith(env, 'witnessKey', 'witnessLogs');

/** @throws ConfigError like `loadConfig`, and when a variable is missing that the identity provider needs */
export const identityConfig = (env?: Environment) =>
  loadWith(env, 'identityPort', 'identityApiToken', 'identityDatabaseUrl');

/**
 * Reads the file whose path a variable holds; `parse` reads its text.
 * @throws ConfigError of one line that names the variable and the file, when the file cannot be read or `parse` throws
 */
export async function readConfigFile<T>(
  variable: VariableName,
  path: string,
  parse: (text: string) => T | Promise<T>,
): Promise<T> {
  try {
    return await parse(await readFile(path, 'utf8'));
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'is not there.' : (error as Error).message;
    throw new ConfigError(`${variable} ${path}: ${reason}`, { cause: error });
  }
}

export type ApiConfig = ReturnType<typeof apiConfig>;
export type WorkerConfig = ReturnType<typeof workerConfig>;
export type CommandConfig = ReturnType<typeof commandConfig>;

/** The PostgreSQL that the engine specs share (`scripts/jest-engine-setup.mjs` starts it). */
export function testServerUrl(env: Environment = process.env): string {
  const url = env['TEST_DATABASE_URL'];
  if (!url) throw new ConfigError('TEST_DATABASE_URL is missing: run this spec in the jest project "engine".');
  return url;
}

/** The EventStoreDB, one node or several, that the specs use instead of the double if its address is set. */
export function testEventStoreDbUrl(env: Environment = process.env): string | undefined {
  const url = env['EVENT_STORE_URL'];
  return url?.startsWith('esdb') ? url : undefined;
}

/** The console's page to which the identity provider returns a person who has signed in: the client's redirect address. */
export const SIGN_IN_CALLBACK = '/login/callback';

/** The Okta tenant, and a person of it without a second factor, that the conformance specs drive besides the embedded provider. */
export function testTenant(env: Environment = process.env) {
  const issuer = env['OIDC_ISSUER'];
  const username = env['TEST_USERNAME'];
  const password = env['TEST_PASSWORD'];
  if (!issuer || !username || !password) return undefined;
  const { oidcClientId: clientId, publicOrigin } = loadConfig(env);
  return { issuer, clientId, redirectUri: `${publicOrigin}${SIGN_IN_CALLBACK}`, username, password };
}

function loadWith<Key extends keyof Config>(env: Environment | undefined, ...keys: Key[]): With<Key> {
  const config = loadConfig(env);
  for (const key of keys) {
    if (config[key] !== undefined) continue;
    const name = key.replace(/[A-Z]/g, '_$&').toUpperCase() as VariableName;
    throw new ConfigError(`${name} is missing: ${VARIABLES[name].meaning}`);
  }
  return config as With<Key>;
}

function check<Name extends VariableName>(name: Name, text: string): Value<Name> {
  const { success, data, error } = VARIABLES[name].schema.safeParse(text);
  if (success) return data as Value<Name>;
  throw new ConfigError(`${name} ${error.issues[0]?.message ?? 'is wrong'}.`);
}
