import { randomUUID } from 'node:crypto';
import { OTHER_ZEROS, REWARD_PROGRAMMES } from '@throughline/domain';
import { commandConfig, openDatabase, reachPostgres } from '@throughline/platform';
import { withEventLog } from '../engines/with-event-log.js';
import { importEligible, type ImportReport, inTurn } from './import-eligible.js';
import { openMembersFile } from './members-file.js';

const PROGRESS_EVERY_MS = 2_000;
/** A command that waits longer than this, ms, reports what it is waiting for. */
const SILENT_MS = 2_000;

interface Import {
  /** Path of the CSV file; `-`: standard input. */
  readonly file: string;
  /** The programme, if the file has no column for it. */
  readonly programme?: string | undefined;
  /** Whether dates of birth in the file replace the registered ones. */
  readonly correctDates?: boolean | undefined;
  /** What to do about IDs that differ only in their leading zeros: one of `OTHER_ZEROS`. */
  readonly otherZeros?: string | undefined;
}

/**
 * `import-eligible`: a repeated import adds nobody twice. Resolves with the exit code: 2 if some rows were bad; the others are imported. If
 * an outage stopped it, throws like `withEventLog`, with the number of rows done.
 */
export async function importEligibleFile(
  { file: path, programme: name, correctDates = false, otherZeros }: Import,
  { env, patienceMs }: { readonly env?: Readonly<Record<string, string>>; readonly patienceMs?: number } = {},
): Promise<number> {
  const programme = REWARD_PROGRAMMES.find((one) => one === name) ?? null;
  if (name !== undefined && programme === null)
    throw new Error(`--programme must be one of ${REWARD_PROGRAMMES.join(', ')}.`);
  const { databaseUrl, eventStoreUrl, eligibilityKey } = commandConfig(env);
  if (eligibilityKey === undefined) throw new Error('ELIGIBILITY_KEY is missing: it must be the one of the API.');
  const file = await openMembersFile(path);
  const { onProgress, done } = progress();
  const settings = {
    importId: randomUUID(),
    key: eligibilityKey,
    programme,
    correctsDates: correctDates,
    otherZeros: OTHER_ZEROS.find((one) => one === otherZeros) ?? null,
    at: new Date(),
  };
  let report: ImportReport;
  try {
    report = await withEventLog({ url: eventStoreUrl, patienceMs, progress: done }, (store) =>
      alone(databaseUrl, done, (signal) => importEligible({ ...settings, store, open: file.read, onProgress, signal })),
    );
  } finally {
    await file.close();
  }
  print(`${counts(report)}.`);
  for (const { line, fault } of report.faults) print(`Line ${line}: ${fault}`);
  if (report.bad > report.faults.length) print(`… and ${report.bad - report.faults.length} more.`);
  return report.bad > 0 ? 2 : 0;
}

/** Waits until no other import runs, and reports that it waits. Throws an error in words for an operator. */
async function alone(
  databaseUrl: string,
  done: () => string,
  work: (lost: AbortSignal) => Promise<ImportReport>,
): Promise<ImportReport> {
  const { pool, close } = openDatabase(databaseUrl, { max: 1 });
  const notice = setTimeout(() => print('Waiting for the end of another import …'), SILENT_MS);
  let lost: AbortSignal | undefined;
  try {
    const report = await inTurn(pool, (signal) => {
      clearTimeout(notice);
      lost = signal;
      return work(signal);
    });
    return report!;
  } catch (error) {
    const isStarted = lost !== undefined;
    if (isStarted && !lost?.aborted) throw error;
    const reason = await reachPostgres(databaseUrl).then(
      () => 'was lost for a moment',
      ({ message }: Error) => `cannot be used: ${message}`,
    );
    const words = `The database, which keeps other imports away meanwhile, ${reason}. Repeat the command when it answers.`;
    throw new Error(isStarted ? `${done()} ${words}` : words, { cause: error });
  } finally {
    clearTimeout(notice);
    await close();
  }
}

function progress() {
  const startedAt = performance.now();
  let reportedAt = startedAt;
  let last: ImportReport | undefined;
  const onProgress = (report: ImportReport) => {
    last = { ...report };
    const now = performance.now();
    if (now - reportedAt < PROGRESS_EVERY_MS) return;
    reportedAt = now;
    print(`${counts(report)}, ${Math.round((report.rows / (now - startedAt)) * 1_000)} rows/s`);
  };
  /** Some rows after the reported ones may have been imported as well. */
  const done = () => (last ? `Stopped in the middle. Done are ${counts(last)}.` : 'No row is done for sure.');
  return { onProgress, done };
}

function counts({ rows, registered, known, corrected, bad }: ImportReport): string {
  const dates = corrected === undefined ? '' : `, ${corrected} with a corrected date of birth`;
  return `${rows} rows: ${registered} new, ${known} known${dates}, ${bad} bad`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
