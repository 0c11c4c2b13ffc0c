import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PAGE = join(dirname(fileURLToPath(import.meta.url)), '../docs/words.md');

/** The rules of docs/words.md: what is not said in each language, and what is said all the same. */
export const WORDS_PAGE = readFileSync(PAGE, 'utf8');

const quotedIn = (text) => [...text.matchAll(/`([^`]+)`/g)].map(([, quoted]) => quoted);
const isPath = (quoted) => quoted.includes('/');
const literally = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Not a part of a name such as `order/too-many-items`. */
const whole = (words, flags) => new RegExp(`(?<![\\p{L}\\d./-])${words}(?:e?s)?(?![\\p{L}\\d/]|[.-]\\p{L})`, flags);
const wordIn = (word) => whole(literally(word), 'giu');
/** A text is a label to the letter, but for its first one, which may begin a sentence. */
const textIn = (text) =>
  whole(
    literally(text).replace(/^\p{L}/u, (first) => `[${first.toLowerCase()}${first.toUpperCase()}]`),
    'gu',
  );

const rows = [...WORDS_PAGE.matchAll(/^\| \*\*(.+?)\*\* +\|(.*)\|$/gm)].map(([, word, cells]) => {
  const [, not, inSpanish, notInSpanish] = cells.split('|').map((cell) => cell.trim());
  return { word, inSpanish, not: { en: quotedIn(not), es: quotedIn(notInSpanish) } };
});
const exceptions = [...WORDS_PAGE.matchAll(/^- `([^`]+)`: (.*(?:\n {2}.*)*)/gm)].map(([, word, text]) => {
  const quoted = quotedIn(text);
  return { word, files: quoted.filter(isPath), texts: quoted.filter((one) => !isPath(one)) };
});

/** What is not said in a language, each with the word to say, and where it is said all the same. */
function rulesOf(language) {
  return rows.flatMap(({ word, inSpanish, not }) =>
    not[language].map((other) => {
      const { files, texts } = exceptions.find((one) => one.word === other) ?? { files: [], texts: [] };
      // The longest first: a text may contain another.
      const allowed = texts.toSorted((one, two) => two.length - one.length);
      const phrases = allowed.map((text) =>
        text.toLowerCase() === other ? new RegExp(`^${literally(text)}$`) : textIn(text),
      );
      return { other, say: language === 'es' ? inSpanish : word, found: wordIn(other), files, phrases };
    }),
  );
}

const RULES = { en: rulesOf('en'), es: rulesOf('es') };

/** The words of a text that this project does not use for what they mean, each with the one that it does; `file` from the root. */
export function otherWordsIn(text, { file, language }) {
  return RULES[language].flatMap(({ other, say, found, files, phrases }) => {
    if (files.some((path) => file.startsWith(path))) return [];
    const rest = phrases.reduce((left, phrase) => left.replace(phrase, ' '), text);
    return rest.search(found) === -1 ? [] : [{ other, say }];
  });
}

export const WORD_RULES = rows;
export const WORD_EXCEPTIONS = exceptions;
