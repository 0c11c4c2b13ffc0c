import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTemporaryPostgres } from '@throughline/platform/testing';
import { MEASURES } from './measures.js';
import type { Row } from './running/measure.js';
import { runMeasure } from './running/measure-process.js';
import { keepResults, machine } from './running/results.js';
import { heading, line, notes } from './running/table.js';

interface BenchOptions {
  readonly quick: boolean;
  readonly full: boolean;
  /** Names of measures, separated by commas. */
  readonly only?: string | undefined;
}

const RESULTS = 'bench/results';
/** Several times what a measure needs on a quiet machine of two cores. Minutes. */
const LIMIT_MINUTES = { quick: 3, normal: 12, full: 60 };

/**
 * `npm run bench` (bench/README.md). Prints and stores each row as soon as it is known. A measure that fails or does not finish in its time
 * is reported in a line, and the others continue; a signal ends the current one. Resolves with the exit code: 0 if all of them finished.
 */
export async function bench({ quick, full, only }: BenchOptions): Promise<number> {
  const names = only?.split(',') ?? MEASURES.map(({ name }) => name);
  const unknown = names.filter((name) => !MEASURES.some((measure) => measure.name === name));
  if (unknown.length > 0) {
    console.error(`No measure ${unknown.join(', ')}: there are ${MEASURES.map(({ name }) => name).join(', ')}.`);
    return 1;
  }
  const ending = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => ending.abort());
  const before = machine();
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  const log = (text: string) => console.error(`${String(seconds()).padStart(4)} s  ${text}`);

  await mkdir(RESULTS, { recursive: true });
  const path = join(RESULTS, new Date().toISOString().replaceAll(':', '-'));
  const temporaryFolder = await mkdtemp(join(tmpdir(), 'bench-'));
  await chmod(temporaryFolder, 0o711); // root's PostgreSQL runs as another user
  const rows: Row[] = [];
  const unfinished: string[] = [];
  const keep = () => keepResults(`${path}.json`, { before, options: { quick, full, only }, rows, unfinished });
  let kept = keep();
  const postgres = await startTemporaryPostgres();
  try {
    for (const { name } of MEASURES.filter((measure) => names.includes(measure.name))) {
      if (ending.signal.aborted) break;
      const failure = await runMeasure({
        entry: new URL('measures.js', import.meta.url),
        request: { name, quick, full, postgres: { url: postgres.url } },
        limitMs: LIMIT_MINUTES[quick ? 'quick' : full ? 'full' : 'normal'] * 60_000,
        outputFile: `${path}.log`,
        temporaryFolder,
        log,
        signal: ending.signal,
        onRow: (row) => {
          if (rows.push(row) === 1) console.log(heading());
          console.log(line(row));
          kept = kept.then(keep);
        },
      });
      if (failure === null) continue;
      unfinished.push(`${name} ${failure}`);
      log(`${name} ${failure}`);
    }
  } finally {
    await postgres.remove();
    await rm(temporaryFolder, { recursive: true, force: true });
    await (kept = kept.then(keep));
  }
  for (const note of notes(rows)) console.log(note);
  for (const one of unfinished) console.log(`- ${one}; what it printed is in ${path}.log`);
  console.log(
    `\n${seconds()} s on ${before.cores} cores, load ${before.load.join(' ')} before and ${machine().load.join(' ')} after, node ${process.version}.`,
  );
  console.log(`Raw samples: ${path}.json`);
  return unfinished.length > 0 || ending.signal.aborted ? 1 : 0;
}
