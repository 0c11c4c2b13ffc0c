import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@throughline/platform/testing';
import type { Engines } from '../engines/engines.js';

export interface WorkerProcess {
  /** Stops it in order, as a deployment does. */
  stop(): Promise<void>;
}

/** The built worker over the API's engines, in a process of its own as in production; of this release, or of the next. */
export async function startWorker(
  { config }: Engines,
  { nextRelease = false }: { readonly nextRelease?: boolean } = {},
): Promise<WorkerProcess> {
  const port = await freePort();
  const before = nextRelease ? ['--import', resolve('dist/apps/api/src/testing/next-release.js')] : [];
  const worker = spawn(process.execPath, [...before, resolve('dist/apps/worker/src/main.js')], {
    env: {
      DATABASE_URL: config.databaseUrl,
      FILES_URL: config.filesUrl,
      OPERATOR_COMPANY_ID: String(config.operatorCompanyId),
      WORKER_PORT: String(port),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(worker, 'exit');
  while (!(await answers(`http://127.0.0.1:${port}/health/live`))) {
    if (worker.exitCode !== null) throw new Error('The worker did not start.');
    await pause(20); // leaves the processor to the worker
  }
  return {
    async stop() {
      worker.kill('SIGTERM');
      await ended;
    },
  };
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** Fills a log with referrals that are all told already, in bulk (`npm run seed`). */
export async function seedReferrals(databaseUrl: string, referrals: number): Promise<void> {
  const command = [resolve('scripts/throughline.mjs'), 'seed', '--referrals', String(referrals)];
  const seeding = spawn(process.execPath, command, {
    env: { DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(seeding, 'exit')) as [number | null];
  if (code !== 0) throw new Error('The log was not filled.');
}
