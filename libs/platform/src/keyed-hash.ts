import { createHmac } from 'node:crypto';

/**
 * HMAC-SHA-256 under a secret of the installation, 43 characters of base64url: tells texts apart without keeping them, and is of no
 * use to anyone without the key. A text begins with what it is about, so that no hash serves two purposes.
 */
export function keyedHash(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}
