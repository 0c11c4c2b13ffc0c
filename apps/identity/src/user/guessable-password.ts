import { dictionary } from '@zxcvbn-ts/language-common';

/** Of the published list, the most frequent first. Rarer ones are names and words that make a fair part of a long password. */
const COMMON = 10_000;

/** What people choose for a portal of this kind beside the published list. */
const OF_THIS_PORTAL = `
  abcdef access account administrator august autumn changeit changeme december health healthcare hello helloworld hospital july june
  letmeinnow login loveyou march medical mypassword newpassword november nurse october passw password passwords patient please
  referral saturday secure september temporary texas thursday tuesday username wednesday welcomeback
`;

/** Shorter remains of a password are what any password may contain. */
const SHORTEST_WORD = 4;
/** Letters that are scattered over a password make up a short word by chance. */
const SHORTEST_SCATTERED = 6;

const DECORATION = { atStart: /^[^a-z]+/, atEnd: /[^a-z]+$/ };

/**
 * Common passwords, in lower case, and the words in them (`monkey12`: `monkey`), so that one word covers its variants. A password is refused if all of
 * it is one of them with decoration, and not because it contains one: a passphrase is made of common words.
 */
const GUESSABLE: ReadonlySet<string> = new Set(
  [...dictionary['passwords-common'].slice(0, COMMON), ...OF_THIS_PORTAL.trim().split(/\s+/)].flatMap((password) => {
    const word = password.replace(DECORATION.atStart, '').replace(DECORATION.atEnd, '');
    return word.length < SHORTEST_WORD ? [password] : [password, word];
  }),
);

/** Whether the password is a common one with the signs, digits and single letters that people add when a form asks for more kinds of character. */
export const isGuessable = (password: string): boolean =>
  plainReadings(password.toLowerCase()).some((reading) => GUESSABLE.has(reading));

/** What a password in lower case may be read as: `p@ssw0rd2024!`, `pass123word` and `password1!a` are all `password`. */
function plainReadings(password: string): string[] {
  return withoutSingleLetters(password).flatMap((text) => {
    const withoutTail = text.replace(DECORATION.atEnd, '');
    const letters = text.replace(/[^a-z]/g, '');
    return [
      text.replace(/^[^a-z\d]+|[^a-z\d]+$/g, ''),
      lettersFor(withoutTail),
      lettersFor(withoutTail.replace(DECORATION.atStart, '')),
      ...(letters.length < SHORTEST_SCATTERED ? [] : [letters]),
    ];
  });
}

/** The text as it is, and without a letter that is set off by decoration at its end, at its start, and at both. */
function withoutSingleLetters(text: string): string[] {
  const withoutLast = text.replace(LAST_SINGLE_LETTER, '');
  return [text, withoutLast, text.replace(FIRST_SINGLE_LETTER, ''), withoutLast.replace(FIRST_SINGLE_LETTER, '')];
}

const LAST_SINGLE_LETTER = /(?<=[^a-z])[a-z][^a-z]*$/;
const FIRST_SINGLE_LETTER = /^[^a-z]*[a-z](?=[^a-z])/;

const LOOK_ALIKES: Readonly<Record<string, string>> = { '@': 'a', 3: 'e', 1: 'i', '!': 'i', 0: 'o', $: 's', 5: 's' };

const lettersFor = (text: string): string => text.replace(/[@31!0$5]/g, (sign) => LOOK_ALIKES[sign] ?? sign);
