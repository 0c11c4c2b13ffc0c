import { z } from 'zod';

/** A variable is missing or wrong. The message is one line that names the variable, and never contains its value, which may be a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const port = z.coerce
  .number('must be a port')
  .int('must be a port')
  .min(1, 'must be a port')
  .max(65_535, 'must be a port');
const positive = z.coerce
  .number('must be a positive whole number')
  .int('must be a positive whole number')
  .positive('must be a positive whole number');
const url = (...schemes: string[]) =>
  z
    .string()
    .regex(
      new RegExp(`^(${schemes.join('|').replaceAll('+', '\\+')})://\\S+$`),
      `must begin with ${schemes.join(':// or ')}://`,
    );
const oneOf = <const Text extends string>(...texts: Text[]) => z.enum(texts, `must be one of ${texts.join(', ')}`);
const commaSeparated = z.string().transform((text) => text.split(',').map((word) => word.trim()));
/** A comma-separated list of these words. */
const listOf = <const Text extends string>(...texts: Text[]) =>
  commaSeparated.pipe(z.array(z.enum(texts, `must be of ${texts.join(', ')}`)));
const signingKey = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');
const atLeast = (length: number) => z.string().min(length, `must have ${length} characters or more`);
const web = url('http', 'https').refine((text) => URL.canParse(text), 'must be a URL');
const email = z.email({ pattern: z.regexes.unicodeEmail, error: 'must be an email address' });
const address = web.transform((text) => text.replace(/\/$/, ''));

interface Variable<Schema extends z.ZodType = z.ZodType> {
  /** The check of a value. */
  readonly schema: Schema;
  /** The default; null: none. Names in capitals refer to other variables. */
  readonly default: string | null;
  readonly meaning: string;
  /** True for a password, a key, or an address that may contain a password: it may also be given in a file (`secret-files.ts`). */
  readonly isSecret: boolean;
}

const variable = <Schema extends z.ZodType>(
  schema: Schema,
  fallback: string | null,
  meaning: string,
): Variable<Schema> => ({
  schema,
  default: fallback,
  meaning,
  isSecret: false,
});

const secret: typeof variable = (...stated) => ({ ...variable(...stated), isSecret: true });

/** Every variable that any part of the product reads. */
export const VARIABLES = {
  NODE_ENV: variable(oneOf('production', 'development', 'test'), 'production', 'Kind of installation.'),
  PORT: variable(port, '3000', 'Where the console and the API are served.'),
  HOST: variable(z.string(), '127.0.0.1', 'Network address that the apps listen on.'),
  PUBLIC_ORIGIN: variable(
    web.transform((text) => new URL(text).origin),
    'http://localhost:PORT',
    'Origin that browsers use; a request for another host is answered with 421, except from this machine.',
  ),
  PROXY_HOPS: variable(
    z.coerce.number('must be a whole number').int('must be a whole number').min(0, 'must be a whole number'),
    '0',
    'How many reverse proxies stand in front, whose X-Forwarded-For is believed.',
  ),
  STOP_NOTICE_MS: variable(
    z.coerce
      .number('must be a whole number')
      .int('must be a whole number')
      .min(0, 'must be a whole number')
      .max(30_000, 'must be 30000 or less'),
    '5000 with PROXY_HOPS',
    'How long an API that is to stop goes on serving while /api/health/live answers 503, so that a proxy which asks it sends nothing more; in milliseconds. 0 without a proxy.',
  ),
  DATA_DIR: variable(z.string(), '.data', 'Folder that holds everything the embedded mode keeps.'),
  SEED: variable(oneOf('demo', 'none'), 'demo', 'Whether a first start fills in example data.'),
  DEMO_PASSWORD: secret(atLeast(8), 'Throughline1!', 'Password of the example accounts.'),
  TASK_DAY_MS: variable(
    positive,
    null,
    'Length of a day in milliseconds, by which due days are counted, for demonstrations; real days if not set.',
  ),
  DATABASE_URL: secret(url('postgres', 'postgresql'), null, 'PostgreSQL of the read models and the jobs.'),
  EVENT_STORE_URL: secret(
    url('postgres', 'postgresql', 'esdb', 'esdb+discover'),
    'DATABASE_URL',
    'PostgreSQL or EventStoreDB (esdb://) of the event log.',
  ),
  REDIS_URL: secret(
    url('redis', 'rediss'),
    null,
    'Redis for the jobs, rediss:// for TLS; they stay in PostgreSQL if not set.',
  ),
  REDIS_PREFIX: variable(
    z.string().regex(/^[\w.{}-]+$/, 'must be letters, digits and _ . - { } alone'),
    'throughline',
    'First part of every key in Redis, for two installations on one.',
  ),
  FILES_URL: variable(url('file'), 'DATA_DIR/files', 'Where uploaded and generated files are kept, a file:// folder.'),
  TLOG_URL: variable(
    url('file'),
    'DATA_DIR/tlog',
    'Where the tree over the log and its signed checkpoints are kept, a file:// folder.',
  ),
  TLOG_KEY: secret(signingKey, null, 'Private key that signs checkpoints of the log; none are signed if not set.'),
  TLOG_FORMER_SIGNERS: variable(
    commaSeparated,
    null,
    'Public keys that signed checkpoints before TLOG_KEY, as `audit verify` prints them; separated by commas.',
  ),
  TLOG_WITNESSES: variable(
    commaSeparated
      .transform((pairs) => pairs.map((pair) => pair.split(/\s+/)))
      .pipe(z.array(z.tuple([address, z.string()], 'must be addresses, each with a public key after a space')))
      .transform((pairs) => pairs.map(([url, vkey]) => ({ url, vkey }))),
    null,
    'Witnesses that cosign checkpoints: the address of each and, after a space, its public key; separated by commas.',
  ),
  WITNESS_NAME: variable(
    z.string().regex(/^[^\s+]+$/, 'must be a name without spaces and +'),
    'witness',
    'Name of a witness of the log, with which it cosigns; best its address without https://.',
  ),
  WITNESS_KEY: secret(signingKey, null, 'Private key with which a witness cosigns.'),
  WITNESS_LOGS: variable(
    commaSeparated,
    null,
    'Public keys of the logs that a witness cosigns, as `audit verify` prints them; separated by commas.',
  ),
  WITNESS_URL: variable(
    url('file'),
    'DATA_DIR/witness',
    'Where a witness keeps the last checkpoint of each log, a file:// folder.',
  ),
  SMTP_URL: secret(
    url('smtp', 'smtps'),
    null,
    'Mail server; without one mail is captured, and anybody who reaches the portal reads it at /dev/mailbox.',
  ),
  ALLOW_CAPTURED_MAIL: variable(
    oneOf('yes', 'no'),
    'no',
    'Whether a production start without SMTP_URL is meant; the demo (SEED=demo of npm start) says so itself.',
  ),
  SMS_URL: secret(
    web,
    null,
    'Gateway for text messages, called as docs/operating.md says; without one and without SMTP_URL they are captured like mail.',
  ),
  MAIL_FROM: variable(email, 'referrals@throughline.example', 'Sender of the mail.'),
  CONTACT_EMAIL: variable(
    email,
    'referrals@throughline.example',
    'Address that error messages and mails name, and that messages of Contact Us and Help & Suggestions are announced to.',
  ),
  CONTACT_EMAIL_PATIENTS: variable(email, 'care@throughline.example', 'Contact Us: for patients and caregivers.'),
  CONTACT_EMAIL_CASE_MANAGERS: variable(email, 'casemanagers@throughline.example', 'Contact Us: for case managers.'),
  CONTACT_EMAIL_CLINICAL: variable(email, 'clinical@throughline.example', 'Contact Us: for clinical staff.'),
  CONTACT_PHONE: variable(z.string(), '(512) 555-0140', 'Contact Us: telephone number.'),
  CONTACT_FAX: variable(z.string(), '(512) 555-0141', 'Contact Us: fax number.'),
  CLAMAV_URL: variable(
    url('tcp').refine((text) => new URL(text).port !== '', 'must name a port'),
    null,
    'ClamAV for uploaded files, tcp://host:port; only its test file is known if not set.',
  ),
  ALLOW_NO_SCANNER: variable(
    oneOf('yes', 'no'),
    'no',
    'Whether a production start without CLAMAV_URL is meant; the demo says so itself.',
  ),
  CATALOGUE_FILE: variable(
    z.string(),
    'catalogue/catalogue.json',
    'What can be ordered, a JSON file with its pictures beside it (catalogue/README.md).',
  ),
  OIDC_ISSUER: variable(address, 'PUBLIC_ORIGIN/oauth2/default', 'Issuer of the sign-in tokens.'),
  OIDC_CLIENT_ID: variable(z.string(), 'throughline-console', 'Client that the console signs in as.'),
  OIDC_AUDIENCE: variable(z.string(), 'api://throughline', 'Audience that an access token must name.'),
  IDENTITY_URL: variable(
    address,
    null,
    'Inner address of the embedded identity provider; nothing is passed on if not set.',
  ),
  IDENTITY_PORT: variable(port, null, 'Where the embedded identity provider listens.'),
  IDENTITY_API_TOKEN: secret(atLeast(16), null, "Opens the identity provider's management calls."),
  IDENTITY_DATABASE_URL: secret(
    url('postgres', 'postgresql'),
    'DATABASE_URL',
    'PostgreSQL of the embedded identity provider.',
  ),
  SIGN_IN_METHODS: variable(
    listOf('sms', 'totp', 'passkey'),
    'sms',
    'What people may enrol at the embedded identity provider besides a password: sms, totp (authenticator apps), passkey; separated by commas.',
  ),
  REMEMBER_DEVICE_DAYS: variable(
    z.coerce
      .number('must be a number of days')
      .int('must be whole days')
      .min(0, 'must be 0 or more')
      .max(90, 'must be 90 at most'),
    '0',
    'How long a person may choose not to be asked for a code again in a browser, in days; 0: at each sign-in.',
  ),
  SECRET_KEY: secret(atLeast(32), null, 'Signs links, tickets and capability cookies.'),
  ELIGIBILITY_KEY: secret(atLeast(32), 'SECRET_KEY', 'Hashes who is eligible for rewards: keep it for good.'),
  WORKER_PORT: variable(port, '3001', 'Where the worker answers health checks.'),
  SWEEP_EVERY_MS: variable(
    positive.max(600_000, 'must be 600000 or less'),
    '30000',
    'How often the worker looks for due days to come and for jobs that a queue has lost, in milliseconds; 600000 at most.',
  ),
  LOG_LEVEL: variable(
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'Least level that is logged.',
  ),
  OPERATOR_COMPANY_ID: variable(positive, '1', 'The company whose members work the queues.'),
  OPERATOR_EMAIL_DOMAIN: variable(
    z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must be a domain, as provider.example'),
    'throughline.example',
    'Domain of the email addresses of that company: a note from one needs an action, unless its author says otherwise.',
  ),
} as const;

export type VariableName = keyof typeof VARIABLES;
export type Value<Name extends VariableName> = z.output<(typeof VARIABLES)[Name]['schema']>;

/** Each secret may be given as `NAME_FILE` instead: the path of a file that contains it. */
export const SECRETS = (Object.keys(VARIABLES) as VariableName[]).filter((name) => VARIABLES[name].isSecret);

/** The table in the README. */
export const CONFIG_VARIABLES: readonly {
  readonly name: VariableName;
  readonly default: string | null;
  readonly meaning: string;
}[] = Object.entries(VARIABLES).map(([name, { default: fallback, meaning }]) => ({
  name: name as VariableName,
  default: fallback,
  meaning,
}));
