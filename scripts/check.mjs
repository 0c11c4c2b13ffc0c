import { HOUSE_RULES, PURE_SPECS } from './suites/house-rules.mjs';
import { runSuites } from './suites/run-suites.mjs';

/* `npm run check`: everything that can be said about the code without an engine or a browser, in under a minute. */
const results = await runSuites([PURE_SPECS, ...HOUSE_RULES], { atOnce: 2 });
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;
