import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Names the data folder of the running product to the processes that run the specs. */
export const RUNNING_IN = 'E2E_DATA_DIR';

interface RunFile {
  readonly origin: string;
  readonly postgres: { readonly url: string };
  readonly apps: Readonly<Record<'api' | 'worker' | 'identity', { readonly pid: number | null; readonly url: string }>>;
}

/** What runs now, and under which process ids, as the launcher keeps it. */
export async function runningProduct(): Promise<RunFile> {
  const dataDir = process.env[RUNNING_IN];
  if (!dataDir) throw new Error('No product was started for the specs');
  return JSON.parse(await readFile(join(dataDir, 'run.json'), 'utf8')) as RunFile;
}

/** Ends the worker as a crash would. Returns the process id that is gone. */
export async function killWorker(): Promise<number> {
  const { pid } = (await runningProduct()).apps.worker;
  if (pid === null) throw new Error('The worker does not run');
  process.kill(pid, 'SIGKILL');
  return pid;
}
