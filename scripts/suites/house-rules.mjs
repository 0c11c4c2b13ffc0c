import { runPackage } from '../launcher/run.mjs';
import { jestSuite } from './jest-suite.mjs';

const CACHE = 'node_modules/.cache/throughline';

const tool = (name, bin, args) => ({ name, run: (signal) => runPackage(bin, args, { signal }) });

const types = (name, project) =>
  tool(name, 'typescript/bin/tsc', [
    ...['--noEmit', '-p', project],
    ...['--incremental', '--tsBuildInfoFile', `${CACHE}/${name.replaceAll(' ', '-')}.tsbuildinfo`],
  ]);

const lint = (name, args) => tool(name, 'eslint/bin/eslint.js', [...args, '--max-warnings', '0']);

/** The longest first, so that two at a time end together. */
export const HOUSE_RULES = [
  lint('lint', ['.', '--ignore-pattern', 'apps/console/']),
  lint('lint of the console', ['apps/console']),
  types('types', 'tsconfig.json'),
  types('types of the console', 'apps/console/tsconfig.json'),
  types('types of the product specs', 'e2e/tsconfig.json'),
  types('types of the scripts', 'scripts/tsconfig.json'),
  tool('format', 'prettier/bin/prettier.cjs', [
    ...['--check', '.', '--log-level', 'warn'],
    ...['--cache', '--cache-location', `${CACHE}/prettier`],
  ]),
  tool('import rules', 'dependency-cruiser/bin/dependency-cruise.mjs', [
    'apps',
    'libs',
    'scripts',
    'e2e',
    'bench',
    'torture',
  ]),
];

/** Two of the specs run a linter: on a busy machine 5 s are not enough for that. */
export const PURE_SPECS = jestSuite('pure specs', ['--selectProjects=pure', '--maxWorkers=2', '--testTimeout=20000']);
