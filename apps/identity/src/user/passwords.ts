import { hash, type Options, verify } from '@node-rs/argon2';
import { randomSecret } from '../secret.js';
import { isGuessable } from './guessable-password.js';

/** Long enough for any passphrase, and short enough for cheap hashing. In UTF-16 units. */
const MAX_LENGTH = 256;

/** The rules in the format in which a tenant describes them to its client. The rules that are applied are below. */
export const PASSWORD_POLICY = {
  complexity: { minLength: 8, minLowerCase: 1, minUpperCase: 1, minNumber: 1, minSymbol: 1, excludeUsername: true },
  age: { historyCount: 4 },
};

const RULES: readonly (readonly [RegExp, string])[] = [
  [/^.{8,}$/su, 'New password must be at least 8 letters'],
  [/\p{Ll}/u, 'New password must contain a lowercase letter'],
  [/\p{Lu}/u, 'New password must contain an uppercase letter'],
  [/\d/, 'New password must contain a number'],
  [/[@$!%*?&#]/, 'New password must contain a special character (@$!%*?&#)'],
];

/**
 * What is wrong with a new password, one sentence each; empty if it may be used. The rules of the specification (access §5), and two more:
 * not a common password with decoration, and no part of the login.
 */
export function passwordFaults(password: string, login: string): string[] {
  if (password.length > MAX_LENGTH) return [`New password is limited to ${MAX_LENGTH} characters`];
  const faults = RULES.filter(([pattern]) => !pattern.test(password)).map(([, fault]) => fault);
  if (isGuessable(password)) faults.push('New password is too easy to guess');
  const mailbox = login.toLowerCase().split('@')[0] ?? '';
  if (mailbox.length >= 4 && password.toLowerCase().includes(mailbox)) {
    faults.push('New password must not contain your username');
  }
  return faults;
}

export interface PasswordHash {
  hash(password: string): Promise<string>;
  /** Without a stored hash the same amount of work is done, so that the time of the answer does not show which accounts exist. */
  verify(storedHash: string | null | undefined, password: string): Promise<boolean>;
}

/** Argon2id with the package's defaults, which are those of OWASP: 19 MiB, two passes, one lane. A spec may pass a cheaper `cost`. */
export async function argon2PasswordHash(cost?: Options): Promise<PasswordHash> {
  const decoy = await hash(randomSecret(), cost);
  return {
    hash: (password) => hash(normalised(password), cost),
    async verify(storedHash, password) {
      const right = await verify(storedHash ?? decoy, normalised(password));
      return right && storedHash != null;
    },
  };
}

/** One password typed on two keyboards may be two byte strings (é as one code point or as two). */
const normalised = (password: string): string => password.normalize('NFC');
