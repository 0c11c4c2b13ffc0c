import { createHmac } from 'node:crypto';

/**
 * HMAC-SHA-256 with a secret of the installation, 43 characters of base64url. It distinguishes texts without storing them, and is of no
 * use without the key. Each text starts with its purpose, so that no hash serves two purposes.
 */
export function keyedHash(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}
