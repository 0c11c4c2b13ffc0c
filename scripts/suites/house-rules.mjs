import { runPackage } from '../launcher/run.mjs';
import { jestSuite } from './jest-suite.mjs';
import { gatherPureSpecs } from './gathered-specs.mjs';

const CACHE = 'node_modules/.cache/throughline';

const tool = (name, bin, args) => ({
  name,
  run: (signal, { lowPriority } = {}) => runPackage(bin, args, { signal, lowPriority }),
});

/**
 * TypeScript 7 is a separate program, several times as fast. Version 6 stays installed for ESLint, which needs its API. Results are kept,
 * and only changed files and those that depend on them are checked again.
 */
const types = (name, project) =>
  tool(name, 'typescript-7/bin/tsc', [
    '--noEmit',
    '-p',
    project,
    '--incremental',
    '--tsBuildInfoFile',
    `${CACHE}/types/${project.replaceAll('/', '-')}.tsbuildinfo`,
  ]);

/** The longest first, so that two at a time finish together. */
export const HOUSE_RULES = [
  tool('lint that knows types', 'oxlint/bin/oxlint', [
    '--type-aware',
    '--deny-warnings',
    'apps',
    'libs',
    'e2e',
    'scripts',
    'bench',
    'torture',
  ]),
  types('types', 'tsconfig.json'),
  types('types of the console', 'apps/console/tsconfig.json'),
  types('types of the product specs', 'e2e/tsconfig.json'),
  types('types of the scripts', 'scripts/tsconfig.json'),
  tool('lint', 'eslint/bin/eslint.js', [
    '.',
    '--max-warnings',
    '0',
    '--cache',
    '--cache-location',
    `${CACHE}/eslint`,
    '--cache-strategy',
    'content',
  ]),
  tool('format', 'prettier/bin/prettier.cjs', [
    '--check',
    '.',
    '--log-level',
    'warn',
    '--cache',
    '--cache-location',
    `${CACHE}/prettier`,
  ]),
  // The cache of the last run is valid as long as no file has changed.
  tool('import rules', 'dependency-cruiser/bin/dependency-cruise.mjs', [
    'apps',
    'libs',
    'scripts',
    'e2e',
    'bench',
    'torture',
    '--cache',
    `${CACHE}/import-rules`,
    '--cache-strategy',
    'content',
  ]),
];

export const pureSpecs = ({ exhaustive }) => ({
  name: 'pure specs',
  run: async (signal) =>
    jestSuite('pure specs', [
      '-c',
      'scripts/suites/gathered-specs.config.mjs',
      '--selectProjects=pure',
      '--maxWorkers=2',
      '--runTestsByPath',
      ...(await gatherPureSpecs({ exhaustive })),
    ]).run(signal),
});
