import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { spaceOf } from './production/image-size.mjs';

const MB = 1e6;
/** A file occupies whole blocks of a disk. */
const BLOCK = 4096;

interface Locked {
  readonly link?: boolean;
  readonly dev?: boolean;
}

describe('What is installed', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
  const forStart = Object.entries(packages)
    .filter(([path, { link, dev }]) => path.includes('node_modules/') && !link && !dev)
    .map(([path]) => path)
    .filter((path) => existsSync(path));

  it('for a start takes less than 545 MB on the disk', () => {
    // A folder includes everything inside it, as du counts: a package may contain others that are not in the lock.
    const outermost = forStart.filter((path) => path.lastIndexOf('node_modules/') === 0);
    const sizes = outermost.map((path) => spaceOf(path, BLOCK));
    expect(sizes.length).toBeGreaterThan(400);
    expect(sizes.reduce((sum, size) => sum + size, 0) / MB).toBeLessThan(545);
  });

  it.each([
    'typescript',
    'jest',
    'eslint',
    '@playwright/test',
    '@sparticuz/chromium',
    '@event-driven-io/emmett',
    '@babel/core',
  ])('for a start is without %s', (name) => {
    expect(packages).toHaveProperty([`node_modules/${name}`]);
    expect(forStart).not.toContain(`node_modules/${name}`);
  });

  it('for a built app is where the build looks for it', () => {
    // dist has no node_modules of an app. Such a package is also a dependency of the root, which then has that version.
    const nested = Object.keys(packages).filter((path) => /^(apps|libs|bench|torture)\/.*node_modules\//.test(path));
    expect(nested).toEqual([]);
  });
});
