import { open } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { REWARD_PROGRAMMES } from '@throughline/domain';
import { openEventStore } from '@throughline/event-store';
import { fail, workerConfig } from '@throughline/platform';
import { importEligible, type ImportReport } from './import-eligible.js';

const USAGE = `Say which file: npm run import-eligible -- members.csv [--programme ${REWARD_PROGRAMMES.join('|')}]`;
const PROGRESS_EVERY_MS = 2_000;

/*
 * `npm run import-eligible -- members.csv`: who is eligible for rewards. Repeating it adds nobody twice. Ends with 2 when some rows
 * were bad: the others are in.
 */
process.exit(await run().catch((error: unknown) => fail(error instanceof Error ? error.message : String(error))));

async function run(): Promise<number> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { programme: { type: 'string' } } });
  const [path] = positionals;
  const programme = REWARD_PROGRAMMES.find((one) => one === values.programme) ?? null;
  if (path === undefined || positionals.length > 1) throw new Error(USAGE);
  if (values.programme !== undefined && programme === null) throw new Error(USAGE);
  const { eventStoreUrl, eligibilityKey } = workerConfig();
  if (eligibilityKey === undefined) throw new Error('ELIGIBILITY_KEY is missing: it must be the one of the API.');
  const file = await open(path).catch((error: Error) => {
    throw new Error(`The file cannot be read: ${error.message}`);
  });
  const store = await openEventStore(eventStoreUrl);
  try {
    const options = { store, key: eligibilityKey, programme, at: new Date(), ...progress() };
    const report = await importEligible({ ...options, file: file.createReadStream() });
    print(`${inWords(report)}.`);
    for (const { line, fault } of report.faults) print(`Line ${line}: ${fault}`);
    if (report.bad > report.faults.length) print(`… and ${report.bad - report.faults.length} more.`);
    return report.bad > 0 ? 2 : 0;
  } finally {
    await store.close();
  }
}

function progress() {
  const startedAt = performance.now();
  let saidAt = startedAt;
  const onProgress = (report: ImportReport) => {
    const now = performance.now();
    if (now - saidAt < PROGRESS_EVERY_MS) return;
    saidAt = now;
    print(`${inWords(report)}, ${Math.round((report.rows / (now - startedAt)) * 1_000)} rows/s`);
  };
  return { onProgress };
}

function inWords({ rows, registered, known, bad }: ImportReport): string {
  return `${rows} rows: ${registered} new, ${known} known, ${bad} bad`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
