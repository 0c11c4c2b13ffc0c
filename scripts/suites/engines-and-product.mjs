import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../launcher/project.mjs';
import { run, runPackage } from '../launcher/run.mjs';
import { jestSuite, withReport } from './jest-suite.mjs';

/**
 * Made to end when the last spec is done: one that fails while it starts leaves its connections open, and a red run must end as well.
 * A spec has 40 s: on a busy machine the engines are slow, and no spec is about how slow. Two files at a time, as much of one is waiting.
 */
export const ENGINE_SPECS = jestSuite('engine specs', [
  '--selectProjects=engine',
  ...['--maxWorkers=2', '--forceExit', '--testTimeout=40000'],
]);

/** The whole product in a browser: `e2e/playwright.config.ts` starts an instance of its own. A flaky test is a failed one. */
export const PRODUCT_SPECS = {
  name: 'product specs',
  run: (signal) =>
    withReport(async (report) => {
      const result = await runPackage('@playwright/test/cli.js', ['test', '-c', 'e2e', '--reporter=list,json'], {
        env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
        signal,
      });
      const stats = await readFile(report, 'utf8').then(
        (text) => JSON.parse(text).stats,
        () => null,
      );
      return {
        ...result,
        counts: stats && { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped },
      };
    }),
};

/** Five short seeds of `npm run torture` (docs/faults.md): each is a test. */
export const FAULTS = {
  name: 'faults',
  run: (signal) =>
    withReport(async (report) => {
      const program = join(ROOT, 'dist/torture/src/main.js');
      const result = await run(process.execPath, [program, '--seeds', '5', '--seconds', '10', '--report', report], {
        signal,
      });
      const counts = await readFile(report, 'utf8').then(JSON.parse, () => null);
      const skippedNames = counts?.skipped > 0 ? ['faults with the jobs in Redis (needs redis-server)'] : [];
      return { ...result, counts, skippedNames };
    }),
};
