import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * HMAC-SHA-256 with a secret of the installation, 43 characters of base64url. It distinguishes texts without storing them, and is of no
 * use without the key. Each text starts with its purpose, so that no hash serves two purposes.
 */
export function keyedHash(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** What a link may do without a sign-in. A token for one purpose is invalid for another. */
type TokenPurpose = 'unsubscribe' | 'file link' | 'evidence link';

/** A token for a link: its bearer may do what the purpose says, until it expires. `parts` are readable in it. */
export function signToken(
  key: string,
  purpose: TokenPurpose,
  { parts, expiresAt }: { readonly parts: readonly string[]; readonly expiresAt: Date },
): string {
  const content = [...parts.map(encoded), Math.floor(expiresAt.getTime() / 1000)].join('.');
  return `${content}.${signatureOf(key, purpose, content)}`;
}

/** The parts of a token; null if it was not made for this purpose with this key, or has expired. */
export function readToken(key: string, purpose: TokenPurpose, token: string, now: Date): readonly string[] | null {
  const end = token.lastIndexOf('.');
  const [content, signature] = [token.slice(0, end), token.slice(end + 1)];
  if (!isSameHash(signature, signatureOf(key, purpose, content))) return null;
  const parts = content.split('.');
  return Number(parts.pop()) * 1000 > now.getTime() ? parts.map(decoded) : null;
}

/** Compares in constant time. */
export function isSameHash(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const encoded = (part: string): string => Buffer.from(part).toString('base64url');
const decoded = (part: string): string => Buffer.from(part, 'base64url').toString();

const signatureOf = (key: string, purpose: TokenPurpose, content: string): string =>
  keyedHash(key, `token: ${purpose}\n${content}`);
