import { startTemporaryPostgres } from '@throughline/platform/testing';
import { append } from './append/append.measure.js';
import { busyQueue } from './busy-queue/busy-queue.measure.js';
import { firstLoad } from './first-load/first-load.measure.js';
import { rebuild } from './rebuild/rebuild.measure.js';
import { jobs } from './jobs/jobs.measure.js';
import { list } from './list/list.measure.js';
import { live } from './live/live.measure.js';
import type { Measure, Row } from './running/measure.js';
import { keepResults, machine } from './running/results.js';
import { orders } from './orders/orders.measure.js';
import { start } from './start/start.measure.js';
import { visible } from './visible/visible.measure.js';
import { table } from './running/table.js';

const MEASURES: readonly Measure[] = [append, rebuild, list, visible, orders, jobs, live, start, firstLoad, busyQueue];

interface BenchOptions {
  readonly quick: boolean;
  readonly full: boolean;
  /** Names of measures, separated by commas. */
  readonly only?: string | undefined;
}

/** `npm run bench` (bench/README.md). Resolves with the exit code. */
export async function bench(options: BenchOptions): Promise<number> {
  const names = options.only?.split(',') ?? MEASURES.map(({ name }) => name);
  const unknown = names.filter((name) => !MEASURES.some((measure) => measure.name === name));
  if (unknown.length > 0) {
    console.error(`No measure ${unknown.join(', ')}: there are ${MEASURES.map(({ name }) => name).join(', ')}.`);
    return 1;
  }
  const before = machine();
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  const log = (line: string) => console.error(`${String(seconds()).padStart(4)} s  ${line}`);
  const rows: Row[] = [];
  const postgres = await startTemporaryPostgres();
  try {
    for (const measure of MEASURES.filter(({ name }) => names.includes(name))) {
      rows.push(...(await measure.run({ postgres, quick: options.quick, full: options.full, log })));
    }
  } finally {
    await postgres.remove();
  }
  console.log(`\n${table(rows)}\n`);
  console.log(
    `${seconds()} s on ${before.cores} cores, load ${before.load.join(' ')} before and ${machine().load.join(' ')} after, node ${process.version}.`,
  );
  console.log(`Raw samples: ${await keepResults('bench/results', { before, options, rows })}`);
  return 0;
}
