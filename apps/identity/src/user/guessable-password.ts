import { dictionary } from '@zxcvbn-ts/language-common';

/**
 * How many entries of the published list are used, the most frequent first. Rarer ones are names and words that often make up a part of a
 * long password.
 */
const COMMON = 10_000;

/** Words that people choose for a portal of this kind, in addition to the published list. */
const OF_THIS_PORTAL = `
  abcdef access account administrator august autumn changeit changeme december health healthcare hello helloworld hospital july june
  letmeinnow login loveyou march medical mypassword newpassword november nurse october passw password passwords patient please
  referral saturday secure september temporary texas thursday tuesday username wednesday welcomeback
`;

/** A shorter rest of a password can be part of any password. */
const SHORTEST_WORD = 4;
/** A shorter word can arise by chance from letters that are scattered over a password. */
const SHORTEST_SCATTERED = 6;

const DECORATION = { atStart: /^[^a-z]+/, atEnd: /[^a-z]+$/ };

/**
 * Common passwords, in lower case, and the words in them (`monkey12`: `monkey`), so that one word covers its variants. A password is
 * refused if it consists of one of them with decoration, and not if it merely contains one: passphrases consist of common words.
 */
const GUESSABLE: ReadonlySet<string> = new Set(
  [...dictionary['passwords-common'].slice(0, COMMON), ...OF_THIS_PORTAL.trim().split(/\s+/)].flatMap((password) => {
    const word = password.replace(DECORATION.atStart, '').replace(DECORATION.atEnd, '');
    return word.length < SHORTEST_WORD ? [password] : [password, word];
  }),
);

/**
 * Whether the password is a common one with the symbols, digits and single letters that people add when a form requires more kinds of
 * character.
 */
export const isGuessable = (password: string): boolean =>
  plainReadings(password.toLowerCase()).some((reading) => variantsOf(reading).some((word) => GUESSABLE.has(word)));

/** The text itself, without one letter at an end (`xqwerty`, `passwordx`), and what it repeats (`lovelove`). */
function variantsOf(text: string): string[] {
  const repeated = /^(.{4,}?)\1+$/.exec(text)?.[1];
  return [
    text,
    ...(/^[a-z]+$/.test(text) && text.length > SHORTEST_SCATTERED ? [text.slice(1), text.slice(0, -1)] : []),
    ...(repeated === undefined ? [] : [repeated]),
  ];
}

/** The words that a password in lower case may stand for: `p@ssw0rd2024!`, `pass123word` and `password1!a` all stand for `password`. */
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

/** The text itself, and the text without a single letter that decoration separates at its end, at its start, and at both. */
function withoutSingleLetters(text: string): string[] {
  const withoutLast = text.replace(LAST_SINGLE_LETTER, '');
  return [text, withoutLast, text.replace(FIRST_SINGLE_LETTER, ''), withoutLast.replace(FIRST_SINGLE_LETTER, '')];
}

const LAST_SINGLE_LETTER = /(?<=[^a-z])[a-z][^a-z]*$/;
const FIRST_SINGLE_LETTER = /^[^a-z]*[a-z](?=[^a-z])/;

const LOOK_ALIKES: Readonly<Record<string, string>> = { '@': 'a', 3: 'e', 1: 'i', '!': 'i', 0: 'o', $: 's', 5: 's' };

const lettersFor = (text: string): string => text.replace(/[@31!0$5]/g, (sign) => LOOK_ALIKES[sign] ?? sign);
