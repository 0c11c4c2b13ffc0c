import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Every rule of .oxlintrc.json with code that it must refuse. */
const REFUSED: Readonly<Record<string, string>> = {
  'no-floating-promises': `export const f = (work: () => Promise<void>) => { work(); };`,
  'no-misused-promises': `export const f = (work: () => Promise<void>) => { [1].forEach(async () => work()); };`,
  'await-thenable': `export const f = async () => { await 1; };`,
  'only-throw-error': `export const f = () => { throw 'words'; };`,
  'require-array-sort-compare': `export const f = (numbers: number[]) => numbers.sort();`,
  'restrict-template-expressions': 'export const f = (thing: object) => `${thing}`;',
  'no-unsafe-argument': `export const f = (g: (n: number) => void) => { g(JSON.parse('1')); };`,
  'no-unsafe-assignment': `export const f = () => { const a: number = JSON.parse('1'); return a; };`,
  'no-unsafe-member-access': `export const f = () => { void JSON.parse('1').a; };`,
  'no-unsafe-return': `export const f = (): number => JSON.parse('1');`,
  'switch-exhaustiveness-check': `export const f = (a: 'b' | 'c') => { switch (a) { case 'b': return 1; } return 2; };`,
};
/** Code that tests may contain, and promises that are awaited. */
const ALLOWED: Readonly<Record<string, string>> = {
  'libs/domain/src/allowed.spec.ts': `export const f = (): number => JSON.parse('1');`,
  'libs/domain/src/allowed.ts': `export const f = async (work: () => Promise<void>) => { await work(); void work(); };`,
};

describe('The lint rules that know types', () => {
  const found = lint({
    ...Object.fromEntries(Object.entries(REFUSED).map(([rule, code]) => [`libs/domain/src/${rule}.ts`, code])),
    ...ALLOWED,
    'e2e/spread.ts': `export const f = (a: object) => ({ ...{ b: 1, c: 2 }, ...a });`,
  });

  it('refuse a spread that spreads nothing, wherever it is', () => {
    expect(found).toContain('e2e/spread.ts: unicorn(no-useless-spread)');
  });

  it.each(Object.entries(REFUSED))('%s refuses %s', (rule) => {
    expect(found).toContain(`libs/domain/src/${rule}.ts: typescript(${rule})`);
  });

  it('each refuse code above', () => {
    const { overrides } = JSON.parse(readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8')) as {
      overrides: { rules: Record<string, unknown> }[];
    };
    const rules = Object.keys(overrides[0]?.rules ?? {}).map((rule) => rule.replace('typescript/', ''));
    expect(new Set(rules)).toEqual(new Set(Object.keys(REFUSED)));
  });

  it('allow the rest', () => {
    expect(found.filter((one) => one.includes('allowed'))).toEqual([]);
  });
});

/** File and rule of each fault in these files, in a project with the same configuration as this one. */
function lint(files: Readonly<Record<string, string>>): string[] {
  const tree = realpathSync(mkdtempSync(join(tmpdir(), 'typed-lint-rules-')));
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
    for (const name of ['tsconfig.json', '.oxlintrc.json']) copyFileSync(join(ROOT, name), join(tree, name));
    for (const [file, code] of Object.entries(files)) {
      mkdirSync(dirname(join(tree, file)), { recursive: true });
      writeFileSync(join(tree, file), code);
    }
    // Named explicitly, because it would otherwise search all packages, which takes minutes.
    const args = [join(ROOT, 'node_modules/oxlint/bin/oxlint'), '--type-aware', '--format', 'json', 'libs', 'e2e'];
    const { stdout } = spawnSync(process.execPath, args, { cwd: tree, encoding: 'utf8' });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
    return diagnostics.map(({ code, filename }) => `${filename}: ${code}`);
  } finally {
    rmSync(tree, { recursive: true });
  }
}
