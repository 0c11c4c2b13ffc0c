import { execFileSync } from 'node:child_process';
import { access, readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { CONSOLE_PAGES } from '@throughline/contracts';
import { CONFIG_VARIABLES, SECRETS } from '@throughline/platform';
import { DEMO_PEOPLE } from '../apps/worker/src/demo/demo-people.js';
import { ACTIVATE, SIGN_IN_STATES } from '../apps/worker/src/demo/demo-sign-in-states.js';
import develop from './command-line/develop.mjs';
import operate from './command-line/operate.mjs';
import { SIGN_INS } from './launcher/demo.mjs';

interface Command {
  readonly name: string;
  readonly options?: Readonly<Record<string, { readonly summary: string; readonly value?: string } | undefined>>;
}

/** The entries of the lists on a page, each as one line. */
const entriesOf = (page: string): readonly string[] =>
  [...page.replaceAll(/^```[^]*?^```/gm, '').matchAll(/^- (.*(?:\n {2,}\S.*)*)/gm)].map(([, entry = '']) =>
    entry.replaceAll(/\n\s+/g, ' '),
  );

describe('README', () => {
  it('lists every variable, its default and its meaning', async () => {
    const entries = entriesOf(await readFile('README.md', 'utf8'));
    expect(entries.filter((entry) => /^`[A-Z_]+`, (no )?default/.test(entry))).toEqual(
      CONFIG_VARIABLES.map(
        ({ name, default: fallback, meaning }) =>
          `\`${name}\`, ${fallback === null ? 'no default' : `default \`${fallback}\``}. ${meaning}`,
      ),
    );
  });

  it('lists who can sign in to the demo, as the seed makes them and a start prints them', async () => {
    const people = [...Object.values(DEMO_PEOPLE), ...SIGN_IN_STATES].map(({ login }) => login).toSorted();
    const listed = [...(await readFile('README.md', 'utf8')).matchAll(/^\| `(\S+@\S+)`/gm)].map(([, login]) => login);
    expect(listed.toSorted()).toEqual(people);
    // A start does not print people without a password, who cannot sign in yet.
    const printed = SIGN_INS.map(([login]) => login!);
    expect(people.filter((login) => !printed.includes(login))).toEqual([ACTIVATE.login]);
  });

  it('lists the variables that may be given in a file', async () => {
    const [, list = ''] = /NAME_FILE[^]*?These are\s([^]*?)\.\n/.exec(await readFile('README.md', 'utf8')) ?? [];
    expect([...list.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name)).toEqual(SECRETS);
  });
});

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...(await readdir('docs')).filter((file) => file.endsWith('.md')).map((file) => `docs/${file}`),
  'docs/decisions/README.md',
  'bench/README.md',
  'catalogue/README.md',
  'apps/identity/README.md',
];
const commands: readonly Command[] = [...operate, ...develop];
const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Readonly<Record<string, string>> };

/** Why `npm run` with these words fails; undefined if npm and the command accept them. */
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
  // A group, such as `jobs`, may be named without a command, and a command without its arguments.
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

  it('links to files and sections that exist', async () => {
    const links = [...(await readFile(page, 'utf8')).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)]*))?\)/g)];
    const wrong = await Promise.all(
      links.map(async ([whole, file, section]) => {
        const target = file ? join(dirname(page), file) : page;
        const isThere = await access(target).then(...YES_OR_NO);
        return isThere && (section === undefined || sectionsOf(await readFile(target, 'utf8')).includes(section))
          ? []
          : [whole];
      }),
    );
    expect(wrong.flat()).toEqual([]);
  });

  it('can be read in an editor of 160 columns', async () => {
    const prose = (await readFile(page, 'utf8')).replaceAll(/^```[^]*?^```/gm, '');
    // A link or a command that is longer stands on a line of its own.
    expect(prose.split('\n').filter((line) => line.length > 160 && /\s\S+\s/.test(line.trim()))).toEqual([]);
  });
});

const YES_OR_NO = [() => true, () => false] as const;

/** The anchors of a page's sections, as GitHub derives them from the headings. */
const sectionsOf = (page: string): readonly string[] =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('docs/glossary.md', () => {
  it('names for each word a file that exists', async () => {
    const entries = entriesOf(await readFile('docs/glossary.md', 'utf8'));
    expect(entries.length).toBeGreaterThan(20);
    const files = entries.map((entry) => /`([^`]+\.tsx?)`$/.exec(entry)?.[1] ?? `no file at the end of: ${entry}`);
    const isThere = await Promise.all(files.map((file) => access(file).then(...YES_OR_NO)));
    expect(files.filter((_, index) => !isThere[index])).toEqual([]);
  });
});

describe('CONTRIBUTING.md', () => {
  it('names files that exist', async () => {
    const guide = await readFile('CONTRIBUTING.md', 'utf8');
    const named = [
      ...guide.matchAll(/`((?:apps|libs|e2e|scripts)\/[\w./-]+\.\w+|(?:apps|libs|e2e|scripts)\/[\w/-]+)`/g),
    ];
    const files = named.map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(20);
    const isThere = await Promise.all(files.map((file) => access(file).then(...YES_OR_NO)));
    expect(files.filter((_, index) => !isThere[index])).toEqual([]);
  });
});

describe('docs/decisions/README.md', () => {
  it('lists every record once', async () => {
    const records = (await readdir('docs/decisions')).filter((file) => /^\d{4}-.+\.md$/.test(file));
    const listed = entriesOf(await readFile('docs/decisions/README.md', 'utf8'));
    const links = listed.map((entry) => /^\[(\d{4})\]\((\1-[^)]+)\) \S/.exec(entry)?.[2] ?? entry);
    expect(links.toSorted()).toEqual(records.toSorted());
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
  it('has an entry for each section of ASVS 5.0, which names a spec or says why not', async () => {
    const security = await readFile('docs/security.md', 'utf8');
    const lines = entriesOf(security).flatMap((entry) => {
      const found = /^\*\*V(\d+)\.\d+ .+?\*\*: ([^.]+)\. (.+)$/.exec(entry);
      return found ? [found] : [];
    });
    const count = (chapter: number) => lines.filter(([, its]) => Number(its) === chapter).length;
    const chapters = Array.from({ length: 17 }, (_, at) => count(at + 1));
    expect(chapters).toEqual([5, 4, 7, 4, 4, 8, 6, 4, 2, 7, 7, 3, 4, 3, 4, 5, 3]);
    for (const [line, , state, by = ''] of lines) {
      expect([line, state]).toEqual([
        line,
        expect.stringMatching(/^(Met|Met in part|Met by configuration|Not met|Not applicable)$/),
      ]);
      if (state === 'Met') expect(by).toMatch(/\]\(|`npm run/);
    }
  });
});

const text = await readFile('docs/promises.md', 'utf8');
const promises = entriesOf(text).map((entry) => {
  const [, no = '', promise, heldBy = ''] = /^\*\*(\d\.\d+)\*\* (.+?) Held by: (.+)$/.exec(entry) ?? [];
  return { no, promise, heldBy };
});

describe('Promises', () => {
  it('are numbered one after the other', () => {
    const last = { 1: 0, 2: 0, 3: 0 } as Record<string, number>;
    for (const { no } of promises) {
      const [section = '', number] = no.split('.');
      expect(`${section}.${(last[section] = (last[section] ?? 0) + 1)}`).toBe(`${section}.${number}`);
    }
    expect(last).toEqual({ 1: 19, 2: 37, 3: 4 });
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
      '/check-referral',
      '/help',
      '/contact-us',
      '/updates',
      '/user',
      '/user/:id',
      '/reset-password/:token',
      '/activate/:token',
      '/create-referral',
      '/create-referral/breast-pump',
      '/create-referral/magnolia',
      '/DiaperRewards/UHCCPVA',
      '/PregnancyRewards/ACH',
      '/referrals',
      '/referral/:id',
      '/notes',
    ];
    expect(specified.filter((path) => !built.includes(path))).toEqual([]);
  });
});
