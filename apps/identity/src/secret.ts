import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits, safe in URLs and cookies. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');

/** An id like a tenant's: twenty characters that begin with the prefix of its kind. */
export const newId = (prefix: '00u' | '00g' | 'sms' | 'uft' | 'pky'): string =>
  `${prefix}${randomBytes(13).toString('base64url').replace(/[-_]/g, '0').slice(0, 17)}`;

/** The hash under which a secret is stored, which recognises the secret without disclosing it. Its entropy makes a salt unnecessary. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Compares hashes, so that the time discloses neither the length nor a common prefix. */
export const sameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(expected).digest());

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a secret that must be read again. `purpose` is authenticated, so that a secret that was sealed for one purpose cannot be used
 * for another.
 */
export function seal(key: string, purpose: string, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(key), nonce).setAAD(Buffer.from(purpose));
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** Throws if it was sealed with another key or for another purpose. */
export function unseal(key: string, purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(key), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag);
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}

const sealingKey = (key: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', 'throughline identity sealing', 32));
