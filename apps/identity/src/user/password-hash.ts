import { randomSecret } from '../secret.js';
import { hash, verify } from '@node-rs/argon2';

export interface PasswordHash {
  hash(password: string): Promise<string>;
  /** Without a stored hash the same work is done for nothing, so that time does not tell who has an account. */
  verify(storedHash: string | null | undefined, password: string): Promise<boolean>;
}

/** Argon2id with the package's defaults, which are OWASP's: 19 MiB, two passes, one lane. */
export async function argon2PasswordHash(): Promise<PasswordHash> {
  const decoy = await hash(randomSecret());
  return {
    hash: (password) => hash(normalised(password)),
    async verify(storedHash, password) {
      const right = await verify(storedHash ?? decoy, normalised(password));
      return right && storedHash != null;
    },
  };
}

/** One password typed on two keyboards may be two byte strings (é as one code point or as two). */
const normalised = (password: string): string => password.normalize('NFC');
