import { PASSWORD_RULES, passwordFault } from '@throughline/contracts';

/*
 * The rules that the embedded identity provider enforces, so that they are shown while a password is typed. The provider has the last word:
 * it also compares the password with earlier ones and with a list of common ones, and a tenant may have other rules.
 * `scripts/password-policy.spec.ts` compares these with the provider's.
 */

/**
 * Words of which no password may consist, even with other characters around them or in place of letters: a few of those that the provider
 * refuses.
 */
export const GUESSABLE_WORDS = `
  abcd abcdef access account admin administrator america angel april asdf asdfgh asdfghjkl august autumn baseball
  batman changeit changeme charlie chicago chicken company computer cookie dallas default december diamond dragon
  february flower football freedom friday george ginger guest hannah harley health healthcare hello helloworld
  hospital hunter iloveyou internet jennifer jessica jordan july june killer letmein letmeinnow london login love
  loveyou maggie march master matrix medical michael michelle mickey monday monkey mustang mypassword newpassword
  newyork nicole november nurse october orange panther pass passw password passwords patient pepper phoenix please
  princess purple qazwsx qwer qwert qwerty qwertyu qwertyuiop ranger referral samsung saturday secret secure
  security september shadow soccer spring starwars summer sunday sunshine superman superstar temp temporary test
  testing texas thomas thursday tigger trustno tuesday user username wednesday welcome welcomeback whatever winter
  yankees zaqwsx zxcv zxcvbn zxcvbnm
  `;

/** Shorter names occur in too many passwords. In UTF-16 units. */
const MIN_NAME_LENGTH = 4;
const LOOK_ALIKES: Readonly<Record<string, string>> = { '@': 'a', 3: 'e', 1: 'i', '!': 'i', 0: 'o', $: 's', 5: 's' };
const SHORTEST_SCATTERED = 6;
const LAST_SINGLE_LETTER = /(?<=[^a-z])[a-z][^a-z]*$/;
const FIRST_SINGLE_LETTER = /^[^a-z]*[a-z](?=[^a-z])/;

const isGuessable = (password: string): boolean => {
  const words = new Set(GUESSABLE_WORDS.trim().split(/\s+/));
  return plainReadings(password.toLowerCase()).some((reading) => variantsOf(reading).some((word) => words.has(word)));
};

/** The text itself, without one letter at an end (`xqwerty`, `passwordx`), and what it repeats (`lovelove`). */
function variantsOf(text: string): string[] {
  const repeated = /^(.{4,}?)\1+$/.exec(text)?.[1];
  return [
    text,
    ...(/^[a-z]+$/.test(text) && text.length > SHORTEST_SCATTERED ? [text.slice(1), text.slice(0, -1)] : []),
    ...(repeated === undefined ? [] : [repeated]),
  ];
}

/** `p@ssw0rd2024!`, `pass123word` and `password1!a` all stand for `password`, `$unshine1!` for `sunshine`. */
function plainReadings(password: string): string[] {
  const lettersFor = (text: string) => text.replace(/[@31!0$5]/g, (sign) => LOOK_ALIKES[sign] ?? sign);
  return withoutSingleLetters(password).flatMap((text) => {
    const withoutTail = text.replace(/[^a-z]+$/, '');
    const letters = text.replace(/[^a-z]/g, '');
    return [
      lettersFor(withoutTail),
      lettersFor(withoutTail.replace(/^[^a-z]+/, '')),
      ...(letters.length < SHORTEST_SCATTERED ? [] : [letters]),
    ];
  });
}

function withoutSingleLetters(text: string): string[] {
  const withoutLast = text.replace(LAST_SINGLE_LETTER, '');
  return [text, withoutLast, text.replace(FIRST_SINGLE_LETTER, ''), withoutLast.replace(FIRST_SINGLE_LETTER, '')];
}

function hasName(password: string, username: string): boolean {
  const mailbox = username.toLowerCase().split('@')[0] ?? '';
  return mailbox.length >= MIN_NAME_LENGTH && password.toLowerCase().includes(mailbox);
}

/** How many passwords of a person, including the present one, may not be used again. */
export const LAST_PASSWORDS = 4;

interface PolicyRule {
  readonly label: string;
  /** Null: only the provider can tell. */
  readonly isMet: boolean | null;
}

/** Every rule for the password of this person, and whether the typed one meets it. None is met while nothing is typed. */
export function policyOf(password: string, username: string): readonly PolicyRule[] {
  const isTyped = password !== '';
  return [
    ...PASSWORD_RULES.map(({ label, isMetBy }) => ({ label, isMet: isMetBy(password) })),
    {
      label: 'No word that is easy to guess, such as Password1! (rarer ones are checked when it is sent)',
      isMet: isTyped && !isGuessable(password),
    },
    { label: 'Not your username', isMet: isTyped && !hasName(password, username) },
    { label: `None of your last ${LAST_PASSWORDS} passwords (checked when it is sent)`, isMet: null },
  ];
}

/** The first fault of a new password, in the provider's words; undefined: none that can be found before it is sent. */
export const newPasswordFault = (password: string, username: string): string | undefined =>
  passwordFault(password) ??
  (isGuessable(password)
    ? 'New password is too easy to guess'
    : hasName(password, username)
      ? 'New password must not contain your username'
      : undefined);
