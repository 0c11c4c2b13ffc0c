import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTVerifyGetKey,
} from 'jose';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { IdentitySchema } from '../identity-schema.js';

export const SIGNING_ALGORITHM = 'RS256';

const DAY_MS = 24 * 60 * 60_000;
/** How long a key signs, unless it is rotated earlier. */
const ROTATE_AFTER_MS = 90 * DAY_MS;
/** How long a key is published after its last signature: well beyond the life of a token. */
const RETIRED_AFTER_MS = 2 * DAY_MS;
/** How long a process may keep signing with a key that another process has replaced. */
const RELOAD_AFTER_MS = 60_000;
/** The minimum interval between two reads of the keys for a token with an unknown key, because anybody can send such tokens. */
const UNKNOWN_KEY_COOLDOWN_MS = 3_000;

type Row = Selectable<IdentitySchema['signing_key']>;

interface KeySet {
  readonly published: { readonly keys: readonly JWK[] };
  readonly signer: { readonly kid: string; readonly key: Awaited<ReturnType<typeof importJWK>> };
  readonly find: JWTVerifyGetKey;
  readonly loadedAt: number;
}

/**
 * The keys in the database, which all processes share. One signs. The next one is published long before it signs, so that everybody who
 * verifies tokens knows it by then. Earlier ones are published until their tokens have expired.
 */
export class SigningKeys {
  private loading: Promise<void> | null = null;
  /** Counts reads as they begin. */
  private reads = 0;
  /** The read that found `keys`, by its count. */
  private newestRead = 0;
  /** When the keys were last read because of an unknown key, in ms since 1970. */
  private unknownKeyAt = -Infinity;

  private constructor(
    private readonly db: Kysely<IdentitySchema>,
    private readonly now: () => Date,
    private keys: KeySet,
  ) {}

  /** Generates the keys on the first start. */
  static async open(db: Kysely<IdentitySchema>, now: () => Date): Promise<SigningKeys> {
    await changeKeys(db, async (transaction, { activated: [active], next }) => {
      const at = now();
      if (active === undefined) await addKey(transaction, at, at);
      if (next === undefined) await addKey(transaction, at, null);
    });
    return new SigningKeys(db, now, await load(db, now()));
  }

  /** The keys that `/v1/keys` publishes. */
  async published(): Promise<KeySet['published']> {
    return (await this.current()).published;
  }

  async signer(): Promise<KeySet['signer']> {
    return (await this.current()).signer;
  }

  /**
   * Finds the key that a token names. For a key that this process does not know yet, reads the keys again, at most once in a few seconds.
   */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    const { find } = await this.current();
    try {
      return await find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      const at = this.now().getTime();
      if (Math.abs(at - this.unknownKeyAt) >= UNKNOWN_KEY_COOLDOWN_MS) {
        this.unknownKeyAt = at;
        await this.reload();
      } else if (this.loading !== null) await this.loading;
      return this.keys.find(header, token);
    }
  };

  /** Makes the next key sign from now on. Other processes follow within a minute. Keys whose tokens have expired are deleted. */
  async rotate(): Promise<void> {
    await changeKeys(this.db, (transaction, keys) => this.activateNext(transaction, keys));
    await this.read();
  }

  /** Rotates the keys if the signing one is too old. Resolves with whether it did. */
  async rotateByAge(): Promise<boolean> {
    const rotated = await changeKeys(this.db, async (transaction, keys) => {
      const age = this.now().getTime() - (keys.activated[0]?.activated_at?.getTime() ?? 0);
      if (age < ROTATE_AFTER_MS) return false;
      await this.activateNext(transaction, keys);
      return true;
    });
    if (rotated) await this.read();
    return rotated;
  }

  private async activateNext(transaction: Transaction<IdentitySchema>, { activated, next }: StoredKeys): Promise<void> {
    const at = this.now();
    // The key that was activated last signs, also when the clock of the process that activated the one before was ahead.
    const activatedAt = new Date(Math.max(at.getTime(), (activated[0]?.activated_at?.getTime() ?? 0) + 1));
    if (next !== undefined) {
      const values = { activated_at: activatedAt };
      await transaction.updateTable('signing_key').set(values).where('kid', '=', next.kid).execute();
    }
    await addKey(transaction, at, next === undefined ? activatedAt : null);
    const retiredBefore = at.getTime() - RETIRED_AFTER_MS;
    // A key stopped signing when its successor began to.
    const expired = activated.filter((_, index) => {
      const retiredAt = activated[index - 1]?.activated_at?.getTime() ?? Infinity;
      return retiredAt < retiredBefore;
    });
    for (const { kid } of expired) await transaction.deleteFrom('signing_key').where('kid', '=', kid).execute();
  }

  private async current(): Promise<KeySet> {
    const age = this.now().getTime() - this.keys.loadedAt;
    if (age < 0 || age >= RELOAD_AFTER_MS) await this.reload();
    return this.keys;
  }

  /** Concurrent calls share one read. */
  private reload(): Promise<void> {
    this.loading ??= this.read().finally(() => (this.loading = null));
    return this.loading;
  }

  /** A read that began before a rotation and ends after it must not put the earlier keys back. */
  private async read(): Promise<void> {
    const count = ++this.reads;
    const keys = await load(this.db, this.now());
    if (count < this.newestRead) return;
    this.newestRead = count;
    this.keys = keys;
  }
}

/**
 * Rethrows an error that is not the token's fault, such as a failure to read the keys. It is then unknown whether the token is valid, and
 * its holder must not be signed out for it.
 */
export function requireFaultOfToken(error: unknown): void {
  if (!(error instanceof errors.JOSEError || error instanceof z.ZodError)) throw error;
}

interface StoredKeys {
  /** The signing key first, then earlier ones. */
  readonly activated: readonly Row[];
  readonly next: Row | undefined;
}

/** Runs in one process at a time. */
function changeKeys<T>(
  db: Kysely<IdentitySchema>,
  change: (transaction: Transaction<IdentitySchema>, keys: StoredKeys) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`lock table ${sql.table('identity.signing_key')} in exclusive mode`.execute(transaction);
    const rows = await rowsOf(transaction);
    return change(transaction, { activated: rows.filter(isActivated), next: rows.find((row) => !isActivated(row)) });
  });
}

const isActivated = ({ activated_at }: Row): boolean => activated_at !== null;

const rowsOf = (db: Kysely<IdentitySchema>): Promise<Row[]> =>
  db
    .selectFrom('signing_key')
    .selectAll()
    .orderBy('activated_at', (order) => order.desc().nullsLast())
    .orderBy('created_at', 'desc')
    .execute();

async function load(db: Kysely<IdentitySchema>, at: Date): Promise<KeySet> {
  const rows = await rowsOf(db);
  const active = rows.find(isActivated);
  if (active === undefined) throw new Error('No signing key could be made.');
  const keys = rows.map(({ kid, private_jwk }) => publicPart(kid, private_jwk));
  return {
    published: { keys },
    signer: { kid: active.kid, key: await importJWK(active.private_jwk, SIGNING_ALGORITHM) },
    find: createLocalJWKSet({ keys }),
    loadedAt: at.getTime(),
  };
}

async function addKey(db: Kysely<IdentitySchema>, createdAt: Date, activatedAt: Date | null): Promise<void> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  await db
    .insertInto('signing_key')
    .values({
      kid: await calculateJwkThumbprint(jwk),
      private_jwk: { ...jwk },
      created_at: createdAt,
      activated_at: activatedAt,
    })
    .execute();
}

/** Copied field by field, so that the private part is never included. */
function publicPart(kid: string, { n, e }: JWK): JWK {
  if (n === undefined || e === undefined) throw new Error(`Signing key ${kid} is not an RSA key.`);
  return { kid, kty: 'RSA', alg: SIGNING_ALGORITHM, use: 'sig', n, e };
}
