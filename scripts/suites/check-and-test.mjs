import { installAndBuild } from '../launcher/installation/install-and-build.mjs';
import { installMissing, refuseOldNode } from '../launcher/installation/install.mjs';
import { StartError } from '../launcher/project.mjs';
import { ENGINE_SPECS, FAULTS, PRODUCT_SPECS } from './engines-and-product.mjs';
import { HOUSE_RULES, pureSpecs } from './house-rules.mjs';
import { isLongRun, LONG_RUN } from './long-run.mjs';
import { runSuites } from './run-suites.mjs';

/** `npm run check`: everything that can be checked without an engine or a browser. Resolves with the exit code. */
export async function runCheck() {
  await installMissing(new AbortController().signal, { everything: true });
  const results = await runSuites([pureSpecs({ exhaustive: false }), ...HOUSE_RULES], { atOnce: 2 });
  return sumOf(results, 'failed') > 0 ? 1 : 0;
}

/**
 * `npm test`: installs and builds what is missing, runs every suite, and ends with one line that sums them up. `long`: includes what is
 * only tried before a release (`long-run.mjs`).
 */
export async function runTests({ long }) {
  if (long) process.env[LONG_RUN] = 'yes';
  const ending = new AbortController();
  const { signal } = ending;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => ending.abort());
  const results = [];
  try {
    refuseOldNode();
    await installAndBuild(signal, { everything: true });
    // The engine specs leave a third of the processor time unused, because they wait for engines and processes. The linters wait for
    // nothing and use it.
    const specs = [pureSpecs({ exhaustive: true }), ENGINE_SPECS];
    const both = await Promise.all([
      runSuites(specs, { atOnce: 1, signal }),
      runSuites(HOUSE_RULES, { atOnce: 1, signal, lowPriority: true }),
    ]);
    results.push(...both.flat());
    // These start whole products and a browser: one after the other, with the machine to themselves.
    results.push(...(await runSuites([...PRODUCT_SPECS, FAULTS], { atOnce: 1, signal })));
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    results.push({ passed: 0, failed: 1, skipped: 0, flaky: 0 });
  }
  if (!isLongRun()) console.log('Of some kinds only one was tried; before a release: npm test -- --long');
  const [passed, failed, skipped, flaky] = ['passed', 'failed', 'skipped', 'flaky'].map((key) => sumOf(results, key));
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped${flaky > 0 ? `, ${flaky} flaky` : ''}`);
  return failed > 0 ? 1 : 0;
}

const sumOf = (results, key) => results.reduce((sum, result) => sum + result[key], 0);
