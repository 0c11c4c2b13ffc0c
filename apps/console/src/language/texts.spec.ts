import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import compile from 'icu-minify/compile';
import { languageAmong } from './language.js';

const TEXTS = 'apps/console/texts';

const filesOf = (language: string) => readdirSync(`${TEXTS}/${language}`);
const textsIn = (language: string, file: string) =>
  JSON.parse(readFileSync(`${TEXTS}/${language}/${file}`, 'utf8')) as Readonly<Record<string, string>>;

const sourcesUnder = (...folders: readonly string[]) =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.(spec|testing)\.tsx?$/.test(path))
      .map((path) => readFileSync(`${folder}/${path}`, 'utf8')),
  );
const CONSOLE = sourcesUnder('apps/console/src');
const ENGLISH = sourcesUnder(
  'libs/domain/src',
  'libs/contracts/src',
  'apps/console/src/api',
  'apps/console/src/session',
  'apps/console/src/features/referral/attachments',
  'apps/console/src/features/referral/order-form',
  'apps/api/src',
)
  .join('\n')
  // A long message is written in pieces.
  .replaceAll(/' \+\s+'/g, '');

/** The words of contracts and domain have no English file: their key is their English. */
const WORDS = 'words.json';

/** What a message takes: `count`, and `<link>` for a tag. */
function takenBy(message: string): readonly string[] {
  const nodes = compile(message);
  const namesIn = (node: unknown): readonly string[] => {
    if (!Array.isArray(node)) return [];
    const [name, second, third] = node as readonly unknown[];
    if (second === undefined) return [String(name)];
    const inner =
      typeof second === 'number' ? Object.values(third ?? {}).flatMap(branchNames) : node.slice(1).flatMap(namesIn);
    return [typeof second === 'number' ? String(name) : `<${String(name)}>`, ...inner];
  };
  const branchNames = (branch: unknown): readonly string[] => (Array.isArray(branch) ? branch.flatMap(namesIn) : []);
  return typeof nodes === 'string' ? [] : [...new Set(nodes.flatMap(namesIn))].sort();
}

describe('The language of a browser', () => {
  it.each([
    [['es-MX', 'en-US'], 'es'],
    [['de', 'en-GB', 'es'], 'en'],
    [['de', 'ES'], 'es'],
    [['fr'], 'en'],
    [[], 'en'],
  ] as const)('that prefers %j is %s', (preferred, language) => expect(languageAmong(preferred)).toBe(language));
});

describe('The texts', () => {
  it('have the same files in each language', () => {
    expect(filesOf('es').filter((file) => file !== WORDS)).toEqual(filesOf('en'));
  });

  it.each(filesOf('en'))('of %s have the same keys in each language, and the same placeholders', (file) => {
    const takenIn = (language: string) =>
      Object.fromEntries(Object.entries(textsIn(language, file)).map(([key, message]) => [key, takenBy(message)]));
    expect(takenIn('es')).toEqual(takenIn('en'));
  });

  it.each(filesOf('en'))('of %s are all used, each by a component that says texts of that file', (file) => {
    const room = file.replace(/\.json$/, '');
    const users = CONSOLE.filter((source) => source.includes(`textsOf('${room}'`)).join('\n');
    // As a string, or as a name in a table; the words of a legal part have a key of their own.
    const isUsed = (key: string) =>
      new RegExp(`'${key}'|\\b${key}:`).test(users) || (users.includes('Words`') && isWords(key));
    const isWords = (key: string) => key.endsWith('Words') && users.includes(`'${key.slice(0, -5)}'`);
    expect(Object.keys(textsIn('en', file)).filter((key) => !isUsed(key))).toEqual([]);
  });

  it('of contracts and domain are said by them, word for word, with the same placeholders', () => {
    const words = Object.entries(textsIn('es', WORDS));
    // A sentence with places is a template there, whose places have other names.
    const isSaid = (english: string) =>
      english.split(/{\w+}/).every((part) => ENGLISH.includes(part) || ENGLISH.includes(part.replaceAll("'", "\\'")));
    expect(words.filter(([english]) => !isSaid(english))).toEqual([]);
    expect(words.filter(([english, spanish]) => takenBy(english).join() !== takenBy(spanish).join())).toEqual([]);
  });
});
