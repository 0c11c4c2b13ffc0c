import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { LANGUAGES, type Language, languageOf, localeOf, type MailText, translateIn } from './index.js';

const TEXTS = 'libs/mail-texts/src';

const filesOf = (language: string) => readdirSync(`${TEXTS}/${language}`);
const readTexts = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>;
const textsOf = (language: Language) =>
  Object.assign({}, ...filesOf('en').map((file) => readTexts(`${TEXTS}/${language}/${file}`))) as Record<
    MailText,
    string
  >;
const KEYS = Object.keys(textsOf('en')) as MailText[];

const sourcesUnder = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
    .map((path) => readFileSync(`${folder}/${path}`, 'utf8'))
    .join('\n');

/**
 * Renders a text with a value for each of its placeholders; `chosen` is the branch of a choice. Returns the text, and which values it used.
 */
function sample(language: Language, key: MailText, chosen: string) {
  const taken = new Set<string>();
  const valueOf = (name: string) => {
    taken.add(name);
    if (name === 'day') return new Date('2026-11-21');
    return name === 'source' || name === 'reader' ? chosen : '';
  };
  const values = new Proxy({}, { has: () => true, get: (_, name) => valueOf(String(name)) });
  return { text: translateIn(language)(key, values), taken: [...taken].sort() };
}

/** Words that almost every text of one language contains, and that the other language does not have. */
const OF: Readonly<Record<Language, RegExp>> = {
  en: /\b(the|your?|was|were|is|with|this|and|here|of|for|to|if|from|it)\b/i,
  es: /\b(el|los|las?|del?|que|su|con|para|y|en|se|una?|por|si)\b|[áéíóúñ¿]/i,
};

describe('The texts of mails', () => {
  it('have the same files in each language', () => {
    expect(filesOf('es')).toEqual(filesOf('en'));
  });

  it('have the same keys in each language', () => {
    expect(Object.keys(textsOf('es'))).toEqual(KEYS);
  });

  it.each(KEYS)('%s: takes the same values in each language, and has no sentence of the other one', (key) => {
    for (const chosen of ['submitter', 'staff', 'contact', 'help']) {
      const [english, spanish] = [sample('en', key, chosen), sample('es', key, chosen)];
      expect(spanish.taken).toEqual(english.taken);
      for (const line of spanish.text.split('\n')) expect(line).not.toMatch(OF.en);
      for (const line of english.text.split('\n')) expect(line).not.toMatch(OF.es);
    }
  });

  it.each(LANGUAGES)(
    'in %s: each address ends its line, as mail programs take a full stop after it for a part of it',
    (language) => {
      const inLine = /\{\w*link\}(?!\n|$)/i;
      expect(Object.values(textsOf(language)).filter((text) => inLine.test(text))).toEqual([]);
    },
  );

  it('are all used', () => {
    const users = sourcesUnder('apps/worker/src') + sourcesUnder('apps/identity/src');
    expect(KEYS.filter((key) => !users.includes(`'${key}'`))).toEqual([]);
  });

  it('have a date as the language writes it', () => {
    const day = new Date('2026-01-09');
    expect(LANGUAGES.map((language) => translateIn(language)('digestSubject', { day }))).toEqual([
      'Daily digest of 01/09/2026',
      'Resumen diario del 09/01/2026',
    ]);
  });
});

describe('The language of a profile', () => {
  it.each([
    ['es_US', 'es'],
    ['es', 'es'],
    ['en_US', 'en'],
    ['fr_FR', 'en'],
    [null, 'en'],
    [undefined, 'en'],
  ] as const)('with the locale %j is %s', (locale, language) => expect(languageOf(locale)).toBe(language));

  it('is that which was told to the identity provider', () => {
    for (const language of LANGUAGES) expect(languageOf(localeOf(language))).toBe(language);
  });
});
