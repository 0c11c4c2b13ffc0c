import { installAndBuild } from './launcher/install-and-build.mjs';
import { refuseOldNode } from './launcher/node-version.mjs';
import { Refusal, ROOT } from './launcher/project.mjs';
import { ENGINE_SPECS, FAULTS, PRODUCT_SPECS } from './suites/engines-and-product.mjs';
import { HOUSE_RULES, PURE_SPECS } from './suites/house-rules.mjs';
import { runSuites } from './suites/run-suites.mjs';

/* `npm test`: installs and builds what is missing, runs every suite, and ends with one line that sums them up. */
const ending = new AbortController();
const { signal } = ending;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => ending.abort());

const results = [];
try {
  refuseOldNode();
  process.chdir(ROOT);
  await installAndBuild(signal);
  results.push(...(await runSuites([PURE_SPECS, ...HOUSE_RULES], { atOnce: 2, signal })));
  // These start servers and a browser: one after the other, with the machine to themselves.
  results.push(...(await runSuites([ENGINE_SPECS, PRODUCT_SPECS, FAULTS], { atOnce: 1, signal })));
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  results.push({ passed: 0, failed: 1, skipped: 0 });
}
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exit(sum('failed') > 0 ? 1 : 0);
