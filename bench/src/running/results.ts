import { rename, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import type { Row } from './measure.js';

/** The machine on which the figures were taken; the load tells how far to trust them. */
export function machine() {
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    load: loadavg().map((load) => Math.round(load * 100) / 100),
  };
}

/** Writes everything that has been measured so far, with each round and each time, as JSON. The file is replaced as a whole. */
export async function keepResults(
  path: string,
  results: {
    readonly before: ReturnType<typeof machine>;
    readonly rows: readonly Row[];
    readonly options: object;
    /** A line for each measure that did not finish. */
    readonly unfinished: readonly string[];
  },
): Promise<void> {
  const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value);
  await writeFile(`${path}.part`, JSON.stringify({ ...results, after: machine() }, rounded));
  await rename(`${path}.part`, path);
}
