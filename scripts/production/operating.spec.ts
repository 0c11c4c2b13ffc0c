import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
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

  it('names services that the compose files have', () => {
    const named = found(
      /docker compose (?:stop|start|restart|create|up(?: --[a-z-]+)*|exec(?: -T)?|run --rm -T) ([a-z][\w -]*)/g,
    )
      .flatMap((words) => words.split(' '))
      .filter((word) => /-\d$|^(proxy|postgres|eventstore|redis|identity|operate)$/.test(word));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !(name in services))).toEqual([]);
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
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .flatMap((line) => line.split(/log lines? /).slice(1))
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
