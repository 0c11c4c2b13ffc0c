import { readFile } from 'node:fs/promises';
import { run, runPackage } from '../launcher/run.mjs';
import { gatherEngineSpecs } from './gathered-specs.mjs';
import { jestSuite, withReport } from './jest-suite.mjs';
import { isLongRun } from './long-run.mjs';

/**
 * Three files at a time on two processors, because most of them wait for engines and processes half of the time. A worker that holds a
 * gigabyte is replaced, because not all memory of a file is freed when it ends.
 */
export const ENGINE_SPECS = {
  name: 'engine specs',
  run: async (signal) =>
    jestSuite('engine specs', [
      '-c',
      'scripts/suites/gathered-specs.config.mjs',
      '--selectProjects=engine',
      '--maxWorkers=3',
      '--workerIdleMemoryLimit=1GB',
      '--runTestsByPath',
      ...(await gatherEngineSpecs()),
    ]).run(signal),
};

/** A project of `e2e/playwright.config.ts`. A test that fails is run once more, as an engine spec is. */
const productSpecs = (name, project, workers) => ({
  name,
  run: (signal) =>
    withReport(async (report) => {
      const args = ['test', '-c', 'e2e', `--project=${project}`, `--workers=${workers}`, '--retries=1'];
      const result = await runPackage('@playwright/test/cli.js', [...args, '--reporter=list,json'], {
        env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
        signal,
      });
      const { suites = [], stats } = await readFile(report, 'utf8').then(JSON.parse, () => ({}));
      return {
        ...result,
        counts: stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped },
        flakyNames: suites.flatMap(flakySpecs),
      };
    }),
});

/**
 * The whole product in a browser: first by three workers with an instance each, as some specs wait for timers of the product; then what nothing may
 * run beside. Two runs, because Playwright runs no project after one that it depends on has failed.
 */
export const PRODUCT_SPECS = [
  productSpecs('product specs', 'side by side', 3),
  productSpecs('product specs that run alone', 'alone', 1),
];

/** Titles of the flaky specs of a file or group, including those of nested groups. */
const flakySpecs = ({ title, suites = [], specs = [] }) => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map((spec) => `${title} › ${spec.title}`),
  ...suites.flatMap(flakySpecs),
];

/**
 * Short seeds of `npm run torture` (docs/faults.md), each of them a test, with every fault of an EventStoreDB cluster in the first three.
 * The long run has ten seeds of twice the length.
 */
export const FAULTS = {
  name: 'faults',
  run: (signal) =>
    withReport(async (report) => {
      const length = isLongRun() ? ['--seeds', '10', '--seconds', '20'] : ['--seeds', '3', '--seconds', '10'];
      const command = ['scripts/throughline.mjs', 'torture', ...length, '--report', report];
      const result = await run(process.execPath, command, { signal });
      const counts = await readFile(report, 'utf8').then(JSON.parse, () => null);
      const skippedNames =
        counts?.skipped > 0 ? ['faults with the jobs in Redis and the log in a cluster (needs redis-server)'] : [];
      return { ...result, counts, skippedNames };
    }),
};
