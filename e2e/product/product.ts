import { readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Names the data folders of the running products, one for each worker of Playwright, to the processes that run the specs. */
export const RUNNING_IN = 'E2E_DATA_DIR';

/** The data folder of the product that belongs to this worker: no other works on it at the same time. */
export function dataFolder(): string {
  const folders = (process.env[RUNNING_IN] ?? '').split(delimiter);
  const worker = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0);
  const folder = folders[worker];
  if (!folder) throw new Error(`No product was started for worker ${worker} of the specs`);
  return folder;
}

interface RunFile {
  readonly origin: string;
  readonly postgres: { readonly url: string };
  readonly apps: Readonly<Record<'api' | 'worker' | 'identity', { readonly pid: number | null; readonly url: string }>>;
}

/** What runs now, and under which process ids, as the launcher keeps it. */
export async function runningProduct(): Promise<RunFile> {
  return JSON.parse(await readFile(join(dataFolder(), 'run.json'), 'utf8')) as RunFile;
}

/** Ends the worker as a crash would. Returns the process id that is gone. */
export async function killWorker(): Promise<number> {
  const { pid } = (await runningProduct()).apps.worker;
  if (pid === null) throw new Error('The worker does not run');
  process.kill(pid, 'SIGKILL');
  return pid;
}
