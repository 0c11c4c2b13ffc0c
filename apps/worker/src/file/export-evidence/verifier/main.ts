import { parseArgs } from 'node:util';
import { verifyEvidence } from './verify-evidence.js';

/*
 * Verifies evidence that was exported from the portal. It needs Node.js 20.12 or later and nothing else, and reads the folder alone:
 *
 *   node verify.mjs [FOLDER] [--key PUBLIC_KEY]
 *
 * FOLDER is the current one by default. Ends with code 1 if anything is not as it was exported.
 */

const MAX_SENTENCES = 1_000;
const { values, positionals } = parseArgs({
  options: { key: { type: 'string', multiple: true, default: [] } },
  allowPositionals: true,
});
const { problems, proven } = await verifyEvidence(positionals[0] ?? '.', values.key);
for (const sentence of problems.slice(0, MAX_SENTENCES)) console.log(sentence);
if (problems.length > MAX_SENTENCES) console.log(`… and ${problems.length - MAX_SENTENCES} more.`);
console.log([...(problems.length > 0 ? [''] : []), ...proven].join('\n'));
console.log(
  problems.length === 0
    ? 'Everything is as it was exported: nothing was changed, nothing is missing, and nothing was added.'
    : `THIS IS NOT WHAT WAS EXPORTED: ${problems.length === 1 ? '1 thing is' : `${problems.length} things are`} wrong, as named above.`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
