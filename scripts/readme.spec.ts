import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { CONFIG_VARIABLES } from '@throughline/platform';

describe('README', () => {
  it('tells every variable, its default and its meaning', async () => {
    const readme = await readFile('README.md', 'utf8');
    const cells = readme
      .split('\n')
      .filter((line) => /^\| `[A-Z_]+` +\|/.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));
    expect(cells.map(([, name, fallback, meaning]) => ({ name, fallback, meaning }))).toEqual(
      CONFIG_VARIABLES.map(({ name, default: fallback, meaning }) => ({ name, fallback: fallback ?? '–', meaning })),
    );
  });

  it.each(['README.md', 'docs/engines.md'])('names commands that exist, in %s', async (file) => {
    const text = await readFile(file, 'utf8');
    const scripts = (JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> }).scripts;
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name);
    expect(named.filter((name) => name === undefined || scripts[name] === undefined)).toEqual([]);
  });
});
