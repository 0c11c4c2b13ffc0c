import { execFileSync } from 'node:child_process';
import { access, readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { CONSOLE_PAGES } from '@throughline/contracts';
import { CONFIG_VARIABLES, SECRETS } from '@throughline/platform';
import develop from './command-line/develop.mjs';
import operate from './command-line/operate.mjs';

interface Command {
  readonly name: string;
  readonly options?: Readonly<Record<string, { readonly summary: string; readonly value?: string } | undefined>>;
}

describe('README', () => {
  it('lists every variable, its default and its meaning', async () => {
    const readme = await readFile('README.md', 'utf8');
    const cells = readme
      .split('\n')
      .filter((line) => /^\| `[A-Z_]+` +\|/.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));
    expect(cells.map(([, name, fallback, meaning]) => ({ name, fallback, meaning }))).toEqual(
      CONFIG_VARIABLES.map(({ name, default: fallback, meaning }) => ({ name, fallback: fallback ?? '–', meaning })),
    );
  });

  it('lists the variables that may be given in a file', async () => {
    const [, list = ''] = /NAME_FILE[^]*?These are\n([^]*?)\.\n/.exec(await readFile('README.md', 'utf8')) ?? [];
    expect([...list.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name)).toEqual(SECRETS);
  });
});

const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...(await readdir('docs')).filter((file) => file.endsWith('.md')).map((file) => `docs/${file}`),
  ...['bench/README.md', 'apps/identity/README.md'],
];
const commands: readonly Command[] = [...operate, ...develop];
const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Readonly<Record<string, string>> };

/** What is wrong with `npm run` and these words; undefined if npm and the command take them. */
function refusalOf(line: string): string | undefined {
  const [script = '', ...words] = line.split(/\s+/);
  const given = /^node scripts\/throughline\.mjs ?(.*)$/.exec(scripts[script] ?? '')?.[1];
  if (given === undefined) return `there is no script ${script}`;
  const separator = words.indexOf('--');
  const flag = words.findIndex((word) => /^\[?--./.test(word));
  if (flag !== -1 && (separator === -1 || separator > flag)) return `npm takes ${words[flag]} for its own`;
  const args = [...given.split(' ').filter(Boolean), ...words.filter((word) => word !== '--')];
  if (args.length === 0 || args[0] === '<command>' || args.includes('--help')) return undefined;
  const command = commands.find(({ name }) => name.split(' ').every((word, at) => word === args[at]));
  // A group, such as `jobs`, may be named without its commands, and a command without its arguments.
  if (!command)
    return commands.some(({ name }) => name.startsWith(`${args.join(' ')} `)) ? undefined : 'no such command';
  for (const [at, word] of args.entries()) {
    const [, name] = /^\[?--([\w-]+)/.exec(word) ?? [];
    if (name === undefined) continue;
    const option = command.options?.[name];
    if (!option) return `${command.name} has no --${name}`;
    const value = args[at + 1]?.replace(/]$/, '');
    if (option.value && /^[A-Z]+$/.test(value ?? '-') && !['K', 'N', option.value].includes(value ?? ''))
      return `--${name} takes ${option.value}, not ${value}`;
    if (option.value && (value === undefined || value.startsWith('-'))) return `--${name} takes ${option.value}`;
  }
  return undefined;
}

describe.each(pages)('%s', (page) => {
  it('names commands that exist, with flags that they take', async () => {
    const lines = [...(await readFile(page, 'utf8')).matchAll(/npm run ([^`"|\n]*?)(?= +#|[`"|\n.,;)]|$)/g)];
    const wrong = lines.map(([, line = '']) => [line, refusalOf(line.trim())]).filter(([, refusal]) => refusal);
    expect(wrong).toEqual([]);
  });
});

describe('Commands on pages', () => {
  it.each([
    ['nosuch', 'there is no script nosuch'],
    ['torture --seeds 10', 'npm takes --seeds for its own'],
    ['torture -- --sides 10', 'torture has no --sides'],
    ['log -- copy --from URL --to FILE', '--from takes FILE, not URL'],
    ['log -- paste', 'no such command'],
    ['seed -- --referrals', '--referrals takes N'],
    ['torture -- --seeds 10 [--from K]', undefined],
    ['rebuild -- status', undefined],
  ])('are read as npm and the command read them: %s', (line, refusal) => {
    expect(refusalOf(line)).toBe(refusal);
  });
});

const isTest = (file: string) => /\.(spec|contract-suite)\.tsx?$/.test(file) && !file.includes('node_modules');

describe('docs/engines.md', () => {
  it('names tests that exist', async () => {
    const folders = ['apps', 'libs', 'scripts', 'torture', 'e2e'];
    const found = await Promise.all(
      folders.map(async (folder) => (await readdir(folder, { recursive: true })).map((file) => `${folder}/${file}`)),
    );
    const tests = found.flat().filter(isTest);
    const holdsTest = async (name = '', title = '') => {
      const files = tests.filter((file) => basename(file) === name);
      if (files.length !== 1) return false;
      const code = await readFile(files[0]!, 'utf8');
      return [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => code.includes(quoted));
    };

    const named = [...(await readFile('docs/engines.md', 'utf8')).matchAll(/`([\w.-]+\.tsx?) › ([^`]+)`/g)];
    const there = await Promise.all(named.map(([, name, title]) => holdsTest(name, title)));
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((_, index) => !there[index]).map(([whole]) => whole)).toEqual([]);
  });
});

describe('docs/security.md', () => {
  it('has a line for each section of ASVS 5.0, which names a spec or says why not', async () => {
    const security = await readFile('docs/security.md', 'utf8');
    const lines = [...security.matchAll(/^\| V(\d+)\.(\d+) .+? \| (.+?) +\| (.+?) +\|$/gm)];
    const count = (chapter: number) => lines.filter(([, its]) => Number(its) === chapter).length;
    const chapters = Array.from({ length: 17 }, (_, at) => count(at + 1));
    expect(chapters).toEqual([5, 4, 7, 4, 4, 8, 6, 4, 2, 7, 7, 3, 4, 3, 4, 5, 3]);
    for (const [line, , , state, by = ''] of lines) {
      expect([line, state]).toEqual([
        line,
        expect.stringMatching(/^(Met|Met in part|Met by configuration|Not met|Not applicable)$/),
      ]);
      if (state === 'Met') expect(by).toMatch(/\]\(|`npm run/);
    }
  });

  it.each(['docs/security.md', 'SECURITY.md'])('%s links to files that exist', async (file) => {
    const links = [...(await readFile(file, 'utf8')).matchAll(/\]\(([^):#]+)\)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(1);
    await Promise.all(links.map((link) => access(join(dirname(file), link))));
  });
});

const text = await readFile('docs/promises.md', 'utf8');
const promises = [...text.matchAll(/^\| (\d\.\d+) +\| (.+?) +\| (.+?) +\|$/gm)].map(
  ([, no = '', promise, heldBy = '']) => ({
    no,
    promise,
    heldBy,
  }),
);

describe('Promises', () => {
  it('are numbered one after the other', () => {
    const last = { 1: 0, 2: 0, 3: 0 } as Record<string, number>;
    for (const { no } of promises) {
      const [section = '', number] = no.split('.');
      expect(`${section}.${(last[section] = (last[section] ?? 0) + 1)}`).toBe(`${section}.${number}`);
    }
    expect(last).toEqual({ 1: 15, 2: 34, 3: 4 });
  });

  it.each(promises)('$no names specs that exist, or says that it is not built', async ({ heldBy }) => {
    const links = [...heldBy.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => join('docs', link));
    await Promise.all(links.map((link) => access(link)));
    expect(links.length > 0 || heldBy.startsWith('Not built')).toBe(true);
  });

  it('that code refers to are among them', () => {
    const lines = execFileSync('git', [
      'grep',
      '-hoE',
      'docs/promises.md [0-9.]+[0-9](, [0-9.]+[0-9])?',
      '--',
      'apps',
      'libs',
      'e2e',
    ]);
    const named = [...lines.toString().matchAll(/\d\.\d+/g)].map(([no]) => no);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((number) => !promises.some(({ no }) => no === number))).toEqual([]);
  });

  it('do not claim a page of the specification that is missing', () => {
    const built = CONSOLE_PAGES.map(({ path }) => path);
    const specified = [
      ...['/check-referral', '/help', '/contact-us', '/updates', '/user', '/user/:id', '/reset-password/:token'],
      ...['/activate/:token', '/create-referral', '/create-referral/breast-pump', '/create-referral/magnolia'],
      ...['/DiaperRewards/UHCCPVA', '/PregnancyRewards/ACH', '/referrals', '/referral/:id', '/notes'],
    ];
    expect(specified.filter((path) => !built.includes(path))).toEqual([]);
  });
});
