import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits, safe in URLs and cookies. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');

/** The hash under which a secret is stored: it recognises the secret and does not disclose it. The entropy makes a salt unnecessary. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Compares by hash, so that the time discloses neither the length nor a common prefix. */
export const sameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(expected).digest());
