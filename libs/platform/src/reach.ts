import pg from 'pg';
import { Redis } from 'ioredis';

/**
 * An engine that cannot be used. The message is a reason in plain words that fits after "cannot be used: ". It never contains a password,
 * and addresses only if there are several.
 */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** Long enough for a slow network, and short enough for a person who waits for the start. */
const TIMEOUT_MS = 4_000;

/**
 * Runs a check that an engine can be used.
 * @throws Unreachable when that fails or takes over `timeoutMs` (4 s)
 */
export async function reach(work: () => Promise<unknown>, timeoutMs = TIMEOUT_MS): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Unreachable(`it does not answer within ${timeoutMs / 1000} s`)), timeoutMs);
  });
  try {
    await Promise.race([work(), late]);
  } catch (error) {
    // No cause: the drivers' errors may contain the address, and with it the password.
    throw error instanceof Unreachable ? error : new Unreachable(whyUnreachable(error));
  } finally {
    clearTimeout(timer);
  }
}

const STARTING = 'its server is starting or stopping: try again in a moment';
const WRONG_PASSWORD = 'its user or its password is wrong';
const NO_PASSWORD = 'its server asks for a password';
const NO_DATABASE = 'its server has no database of this name';
const NO_URL = 'it is no valid URL (in a name or a password # is written %23, / %2F, : %3A, @ %40 and % %25)';

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at its address',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name cannot be looked up at present',
  EHOSTUNREACH: 'there is no way to its host',
  ENETUNREACH: 'there is no way to its host',
  ERR_INVALID_URL: NO_URL,
  '28P01': WRONG_PASSWORD,
  '28000': 'its server does not let this user in from here',
  '3D000': NO_DATABASE,
  '42501': 'its user may not connect to this database',
  '53100': 'its disk is full',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  '53300': 'its server has no connection left',
  '57P03': STARTING,
  NOAUTH: NO_PASSWORD,
  WRONGPASS: WRONG_PASSWORD,
  NOPERM: 'its user may not use this server',
  LOADING: STARTING,
};

/** Why a server cannot be used, for after "cannot be used: ". Only the code of an error, or the first word of an answer of Redis, is ever shown. */
export function whyUnreachable(error: unknown): string {
  if (error instanceof URIError) return NO_URL;
  const { code, message = '' } = error as { readonly code?: string; readonly message?: string };
  if (message.endsWith('client password must be a string')) return NO_PASSWORD;
  if (message.endsWith('DB index is out of range')) return NO_DATABASE;
  const sign = code ?? /^[A-Z]+(?= )/.exec(message)?.[0];
  if (sign === undefined) return 'what answers at its address does not speak its protocol';
  return WORDS[sign] ?? `it fails with ${sign}`;
}

/**
 * Signs in to the database and runs a query.
 * @throws Unreachable within about 4 s
 */
export async function reachPostgres(url: string): Promise<void> {
  let client: pg.Client | undefined;
  await reach(async () => {
    client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    await client.query('select 1');
  }).finally(() => void client?.end().catch(() => undefined));
}

/**
 * Signs in to Redis and selects the database of the address.
 * @throws Unreachable within about 4 s
 */
export async function reachRedis(url: string): Promise<void> {
  let client: Redis | undefined;
  await reach(async () => {
    client = new Redis(url, { lazyConnect: true, enableReadyCheck: false, retryStrategy: () => null });
    // The cause is emitted here. The call rejects only because the connection is closed.
    const failed = new Promise<never>((_, reject) => client?.on('error', reject));
    // The driver does not report that the database does not exist.
    const chosen = client.connect().then(() => client?.select(client.options.db ?? 0));
    chosen.catch(() => undefined);
    await Promise.race([chosen, failed]);
  }).finally(() => client?.disconnect());
}
