import { calculateJwkThumbprint, createLocalJWKSet, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { type Kysely, sql } from 'kysely';
import type { IdentitySchema } from '../identity-schema.js';

export const SIGNING_ALGORITHM = 'RS256';

export interface SigningKeys {
  /** The keys that `/v1/keys` publishes. */
  readonly published: { readonly keys: readonly JWK[] };
  readonly signer: { readonly kid: string; readonly key: Awaited<ReturnType<typeof importJWK>> };
  /** Finds the key that a token names. */
  readonly find: ReturnType<typeof createLocalJWKSet>;
}

/** The keys in the database, which are generated at the first start. The newest one signs, and all of them are published. */
export async function loadSigningKeys(db: Kysely<IdentitySchema>): Promise<SigningKeys> {
  const rows = await db.transaction().execute(async (transaction) => {
    await sql`lock table ${sql.table('identity.signing_key')} in exclusive mode`.execute(transaction);
    const kept = () => transaction.selectFrom('signing_key').selectAll().orderBy('created_at', 'desc').execute();
    const existing = await kept();
    if (existing.length > 0) return existing;
    await transaction
      .insertInto('signing_key')
      .values(await newSigningKey())
      .execute();
    return kept();
  });
  const [newest] = rows;
  if (newest === undefined) throw new Error('No signing key could be made.');
  const keys = rows.map(({ kid, private_jwk }) => publicPart(kid, private_jwk));
  return {
    published: { keys },
    signer: { kid: newest.kid, key: await importJWK(newest.private_jwk, SIGNING_ALGORITHM) },
    find: createLocalJWKSet({ keys }),
  };
}

async function newSigningKey() {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { kid: await calculateJwkThumbprint(jwk), private_jwk: { ...jwk }, created_at: new Date() };
}

/** Copied field by field, so that the private part is never included. */
function publicPart(kid: string, { n, e }: JWK): JWK {
  if (n === undefined || e === undefined) throw new Error(`Signing key ${kid} is not an RSA key.`);
  return { kid, kty: 'RSA', alg: SIGNING_ALGORITHM, use: 'sig', n, e };
}
