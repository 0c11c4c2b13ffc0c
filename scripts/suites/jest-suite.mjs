import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../launcher/run.mjs';
import { ROOT } from '../launcher/project.mjs';

/** ES modules in jest's sandbox need the first flag; the second one suppresses Node's warning about it in every worker. */
const NODE_FLAGS = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];

/** Arguments with which Node runs jest. */
export const JEST = [...NODE_FLAGS, join(ROOT, 'node_modules/jest/bin/jest.js')];

/**
 * The timeout after which a test counts as hung, in ms: many times what the longest one takes. No test measures speed, and on a busy machine
 * engines, linters and processes are slow. What a test waits for ends earlier when it is stuck (`until` of the platform), and says what it is.
 */
export const TEST_TIMEOUT = '--testTimeout=1200000';

/** A jest run as a suite. A file that does not load counts as one failed test. */
export const jestSuite = (name, args) => ({
  name,
  run: (signal) =>
    withReport(async (report) => {
      const jest = [...JEST, TEST_TIMEOUT, '--json', `--outputFile=${report}`];
      const result = await run(process.execPath, [...jest, ...args], { signal });
      const counts = await readFile(report, 'utf8').then(JSON.parse, () => null);
      const namesOf = (isNamed) =>
        counts?.testResults
          .flatMap(({ assertionResults }) => assertionResults)
          .filter(isNamed)
          // Of a test that passed at last, the cause of its failure is in no other output.
          .map(({ fullName, retryReasons = [] }) => [fullName, ...retryReasons].join('\n'));
      return {
        ...result,
        counts: counts && {
          passed: counts.numPassedTests,
          failed: counts.numFailedTests + counts.numRuntimeErrorTestSuites,
          skipped: counts.numPendingTests + counts.numTodoTests,
        },
        skippedNames: namesOf(({ status }) => status === 'pending' || status === 'todo'),
        flakyNames: namesOf(({ status, invocations }) => status === 'passed' && invocations > 1),
      };
    }),
});

/** Gives `work` a path for a report, and deletes the file afterwards. */
export async function withReport(work) {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-report-'));
  try {
    return await work(join(folder, 'report.json'));
  } finally {
    await rm(folder, { recursive: true });
  }
}
