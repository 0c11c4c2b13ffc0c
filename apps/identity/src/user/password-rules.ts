import { GUESSABLE_WORDS } from './guessable-passwords.js';

/** Long enough for any passphrase, short enough that hashing one costs nothing. In UTF-16 units. */
const LONGEST = 256;

const RULES: readonly (readonly [RegExp, string])[] = [
  [/^.{8,}$/su, 'New password must be at least 8 letters'],
  [/\p{Ll}/u, 'New password must contain a lowercase letter'],
  [/\p{Lu}/u, 'New password must contain an uppercase letter'],
  [/\d/, 'New password must contain a number'],
  [/[@$!%*?&#]/, 'New password must contain a special character (@$!%*?&#)'],
];

/**
 * What is wrong with a new password, one sentence each; nothing when it may be used. The rules of the specification
 * (access §5), and beyond them: no guessable word with decoration, no part of the login.
 */
export function passwordFaults(password: string, login: string): string[] {
  if (password.length > LONGEST) return [`New password is limited to ${LONGEST} characters`];
  const faults = RULES.filter(([pattern]) => !pattern.test(password)).map(([, fault]) => fault);
  if (plainReadings(password).some((word) => GUESSABLE_WORDS.has(word)))
    faults.push('New password is too easy to guess');
  const mailbox = login.toLowerCase().split('@')[0] ?? '';
  if (mailbox.length >= 4 && password.toLowerCase().includes(mailbox)) {
    faults.push('New password must not contain your username');
  }
  return faults;
}

const LOOK_ALIKES: Readonly<Record<string, string>> = { '@': 'a', 3: 'e', 1: 'i', '!': 'i', 0: 'o', $: 's', 5: 's' };

/** The words a password may be read as: `P@ssw0rd2024!` and `pass123word` are both `password`, `$unshine1!` is `sunshine`. */
function plainReadings(password: string): string[] {
  const lower = password.toLowerCase();
  const undone = (text: string) => text.replace(/[@31!0$5]/g, (sign) => LOOK_ALIKES[sign] ?? sign);
  const withoutTail = lower.replace(/[^a-z]+$/, '');
  return [undone(withoutTail), undone(withoutTail.replace(/^[^a-z]+/, '')), lower.replace(/[^a-z]/g, '')];
}
