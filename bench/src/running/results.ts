import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Row } from './measure.js';

/** What the figures were taken on; the load says how far to trust them. */
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

/** Everything that was measured, each round and each time, as JSON in `folder`. Resolves with the file's path. */
export async function keepResults(
  folder: string,
  results: { readonly before: ReturnType<typeof machine>; readonly rows: readonly Row[]; readonly options: object },
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${new Date().toISOString().replaceAll(':', '-')}.json`);
  const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value);
  await writeFile(path, JSON.stringify({ ...results, after: machine() }, rounded));
  return path;
}
