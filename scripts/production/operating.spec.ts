import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { SECRETS } from '@throughline/platform';
import commands from '../command-line/operate.mjs';
import { readCluster, readExample } from './compose-file.js';
import { parse } from 'yaml';

const text = readFileSync('docs/operating.md', 'utf8');
const { set } = await readExample();
const { services } = await readCluster(Object.fromEntries(Object.keys(set).map((name) => [name, 'a'])));
interface Override {
  readonly services: Readonly<Record<string, { readonly extends: { readonly service: string } }>>;
}
const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = '']) => first);

describe('docs/operating.md', () => {
  it('names commands that the image has', () => {
    const names = commands.map(({ name }) => name);
    const named = found(/ operate (?:\\\n +)?([a-z].*?)(?=`| -|  |$)/gm).map((words) => words.split(' '));
    expect(named.length).toBeGreaterThan(2);
    const isCommand = (words: readonly string[]) =>
      names.some((name) => name.split(' ').every((word, index) => word === words[index]));
    expect(named.filter((words) => words[0] !== '<command>' && !isCommand(words))).toEqual([]);
  });

  it('lists the commands of an operator', () => {
    const listed = found(/^\| `(.+?)` +\|/gm)
      .join(' ')
      .replaceAll('`', '');
    expect(commands.filter(({ name }) => !name.split(' ').every((word) => listed.includes(word)))).toEqual([]);
  });

  it('names files of Compose that exist', () => {
    const named = found(/COMPOSE_FILE=([\w.:-]+)/g).flatMap((files) => files.split(':'));
    const ofYourOwn = 'docker-compose.override.yml';
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((file) => file !== ofYourOwn && !existsSync(file))).toEqual([]);
  });

  it('extends services in an override file by what such a file may say', () => {
    // Anchors such as *api end with the file that defines them.
    const overrides = found(/^```yaml\n([\s\S]*?)^```/gm).map((block) => parse(block) as Override);
    const extended = overrides.flatMap((one) => Object.entries(one.services));
    expect(extended.map(([name]) => name)).toEqual(['api-3', 'worker-3']);
    for (const [name, service] of extended) {
      expect(service).toEqual({ extends: { file: 'docker-compose.yml', service: name.replace('3', '1') } });
      expect(services).toHaveProperty([service.extends.service]);
    }
    expect(text).not.toMatch(/: \*\w+`/);
  });

  it('names log lines that the apps write', () => {
    const sources = ['apps/api/src', 'apps/worker/src', 'apps/identity/src', 'libs/platform/src']
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
      )
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const lines = text
      .split(/^(?=- )|\n\n/m)
      .filter((entry) => entry.startsWith('- '))
      .flatMap((entry) =>
        entry
          .replaceAll(/\n\s+/g, ' ')
          .split(/log lines? /)
          .slice(1),
      )
      .flatMap((listed) =>
        [...(listed.split(/(?<=`); |\bwith\b/)[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, line = '']) => line),
      );
    expect(lines.length).toBeGreaterThan(8);
    expect(lines.filter((line) => !sources.includes(line.replace(/ …$/, '')))).toEqual([]);
  });

  it('names variables that .env.example lists', async () => {
    const { listed } = await readExample();
    const named = new Set(found(/`((?!EVENTSTORE_)[A-Z]{2,}_[A-Z_]+)(?:=[^`]*)?`/g)); // EventStoreDB's own are in the compose files
    expect(named.size).toBeGreaterThan(10);
    const files = SECRETS.map((name) => `${name}_FILE`);
    expect([...named].filter((name) => ![...listed, ...files].includes(name))).toEqual([]);
  });

  it('names variables of EventStoreDB that the compose files set', () => {
    const named = new Set(found(/`(EVENTSTORE_[A-Z_]+)`/g));
    const set = Object.keys(services['eventstore-2']?.environment ?? {});
    expect(named.size).toBeGreaterThan(5);
    expect([...named].filter((name) => !set.includes(name))).toEqual([]);
  });
});

/** The flags of Compose 2.24 that pages use, by command; true for one that takes a value. */
const FLAGS: Readonly<Record<string, Readonly<Record<string, boolean>>>> = {
  build: {},
  create: {},
  down: { '--volumes': false },
  exec: { '-T': false },
  images: { '--format': true },
  logs: {},
  restart: {},
  run: { '--rm': false, '-T': false, '--no-deps': false, '-v': true },
  start: {},
  stop: {},
  up: { '--detach': false, '--wait': false, '--no-deps': false, '--force-recreate': false },
};

/** Why `docker compose` with these words fails; undefined if it accepts them. The command for a container is not checked. */
function refusalOf(line: string): string | undefined {
  const [command = '', ...words] = line.split(/\s+/);
  const flags = FLAGS[command];
  if (!flags) return `${command} is no command of these pages`;
  const hasOneService = command === 'run' || command === 'exec';
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    if (word === '"$node"') continue;
    if (word.startsWith('-')) {
      if (!(word in flags)) return `${command} has no ${word}`;
      if (flags[word]) at += 1;
    } else if (!(word in services)) return `there is no service ${word}`;
    else if (hasOneService) return undefined;
  }
  return undefined;
}

const pages = ['README.md', 'CONTRIBUTING.md', ...readdirSync('docs').map((file) => `docs/${file}`)].filter((file) =>
  file.endsWith('.md'),
);

describe('docker compose', () => {
  const lines = (page: string) =>
    [...page.matchAll(/docker compose ([a-z]+\b[^`|;&#<>\n]*)/g)].map(([, line = '']) => line.trim());

  it('has the commands and flags that pages name, and the compose files the services', () => {
    const named = pages.flatMap((page) => lines(readFileSync(page, 'utf8')));
    expect(named.length).toBeGreaterThan(50);
    expect(named.map((line) => [line, refusalOf(line)]).filter(([, refusal]) => refusal)).toEqual([]);
  });

  it.each([
    ['run --rm -T --mount type=bind,source=a,target=/a operate import-eligible /a', 'run has no --mount'],
    ['restart api-1 eventstore-4', 'there is no service eventstore-4'],
    ['up --detatch', 'up has no --detatch'],
    ['begin', 'begin is no command of these pages'],
    ['exec -T eventstore curl --silent', undefined],
  ])('is read as Compose reads it: %s', (line, refusal) => {
    expect(refusalOf(line)).toBe(refusal);
  });
});
