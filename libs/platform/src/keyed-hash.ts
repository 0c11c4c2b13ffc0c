import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * HMAC-SHA-256 with a secret of the installation, 43 characters of base64url. It distinguishes texts without storing them, and is of no
 * use without the key. Each text starts with its purpose, so that no hash serves two purposes.
 */
export function keyedHash(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** What a link may do without a sign-in. A token of one purpose is of no use for another. */
type TokenPurpose = 'unsubscribe';

/** A token for a link: who has it may do what it says, until it expires. `parts` are readable in it, and without a dot. */
export function signToken(
  key: string,
  purpose: TokenPurpose,
  { parts, expiresAt }: { readonly parts: readonly string[]; readonly expiresAt: Date },
): string {
  const content = [...parts, Math.floor(expiresAt.getTime() / 1000)].join('.');
  return `${content}.${signatureOf(key, purpose, content)}`;
}

/** The parts of a token; null if it was not made for this purpose with this key, or has expired. */
export function readToken(key: string, purpose: TokenPurpose, token: string, now: Date): readonly string[] | null {
  const end = token.lastIndexOf('.');
  const [content, signature] = [token.slice(0, end), token.slice(end + 1)];
  const expected = Buffer.from(signatureOf(key, purpose, content));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const parts = content.split('.');
  return Number(parts.pop()) * 1000 > now.getTime() ? parts : null;
}

const signatureOf = (key: string, purpose: TokenPurpose, content: string): string =>
  keyedHash(key, `token: ${purpose}\n${content}`);
