import { describe, expect, it } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';

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
