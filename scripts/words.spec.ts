import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { otherWordsIn, WORD_EXCEPTIONS, WORD_RULES } from './words.mjs';

const filesUnder = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`);

type Language = 'en' | 'es';
interface Found {
  readonly other: string;
  readonly say: string;
}
interface Said {
  readonly file: string;
  readonly language: Language;
  readonly text: string;
}

/** The texts of a file, which are all that it says, or are in fields whose names end in `Es` where they are Spanish. */
function textsOf(value: unknown, said: Omit<Said, 'text'>): readonly Said[] {
  if (typeof value === 'string') return [{ ...said, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    textsOf(inner, key.endsWith('Es') ? { ...said, language: 'es' } : said),
  );
}

const jsonOf = (file: string, language: Language) =>
  textsOf(JSON.parse(readFileSync(file, 'utf8')), { file, language });
const folders = (folder: string) =>
  (['en', 'es'] as const).flatMap((language) =>
    filesUnder(`${folder}/${language}`).flatMap((file) => jsonOf(file, language)),
  );

const TEXTS = [
  ...folders('apps/console/texts'),
  ...folders('libs/mail-texts/src'),
  ...jsonOf('libs/domain/src/kernel/es/words.json', 'es'),
  ...jsonOf('catalogue/catalogue.json', 'en'),
  ...jsonOf('catalogue/note-templates.json', 'en'),
  ...filesUnder('docs/updates').map((file): Said => {
    const language = file.endsWith('.es.md') ? 'es' : 'en';
    return { file, language, text: readFileSync(file, 'utf8') };
  }),
];

describe('The words of docs/words.md', () => {
  it('are said in all texts, in each language', () => {
    expect(TEXTS.length).toBeGreaterThan(3_000);
    const wrong = TEXTS.flatMap(({ text, ...where }) =>
      otherWordsIn(text, where).map(({ other, say }: Found) => `${where.file}: ${other}, not ${say}: ${text}`),
    );
    expect(wrong).toEqual([]);
  });

  it('are one for each thing: none of them is another one’s word that is not said', () => {
    const words = WORD_RULES.map(({ word }) => word);
    expect(words).toContain('member');
    expect(new Set(words).size).toBe(words.length);
    // An order is no word for what was sent, and is the word for what is being filled in.
    const both = WORD_RULES.flatMap(({ not }) => not.en).filter((other) => words.includes(other));
    expect(both).toEqual(['order']);
  });

  it('have no exception that nothing needs', () => {
    const code = ['apps', 'libs'].flatMap((folder) =>
      filesUnder(folder).filter((file) => /\/src\/.*\.tsx?$/.test(file) && !/\.spec\.tsx?$/.test(file)),
    );
    const all = [...TEXTS.map(({ text }) => text), ...code.map((file) => readFileSync(file, 'utf8'))].join('\n');
    const files = new Set([...TEXTS.map(({ file }) => file), ...code]);
    const not = WORD_RULES.flatMap((rule) => [...rule.not.en, ...rule.not.es]);
    expect(WORD_EXCEPTIONS.map(({ word }) => word).filter((word) => !not.includes(word))).toEqual([]);
    const isSaid = (text: string) => all.toLowerCase().includes(text.toLowerCase());
    expect(WORD_EXCEPTIONS.flatMap(({ texts }) => texts).filter((text) => !isSaid(text))).toEqual([]);
    const isThere = (path: string) => [...files].some((file) => file.startsWith(path));
    expect(WORD_EXCEPTIONS.flatMap((one) => one.files).filter((path) => !isThere(path))).toEqual([]);
  });

  it.each([
    ['The patient was called.', ['patient']],
    ['Patient Contact 1st', []],
    ['PATIENTS', ['patient']],
    ['The orders of all referrers', ['order']],
    ['An order form', []],
    ['order/too-many-items', []],
  ])('are found in a text: %s', (text, others) => {
    const found = otherWordsIn(text, { file: 'apps/console/texts/en/home.json', language: 'en' });
    expect(found.map(({ other }: Found) => other)).toEqual(others);
  });

  it('leave a page of the order form its own', () => {
    const where = { file: 'apps/console/texts/en/order-form.json', language: 'en' } as const;
    expect(otherWordsIn('Items of the order', where)).toEqual([]);
  });
});
