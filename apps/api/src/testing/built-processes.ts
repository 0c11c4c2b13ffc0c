import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@throughline/platform/testing';
import type { Engines } from '../engines/engines.js';
import type { ApiUnderTest } from './api-under-test.js';

export interface WorkerProcess {
  /** Stops the process gracefully, like a deployment. */
  stop(): Promise<void>;
}

/** The built worker over the API's engines, in a separate process as in production; of this release, or of the next. */
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
      SECRET_KEY: config.secretKey,
      WORKER_PORT: String(port),
      ALLOW_CAPTURED_MAIL: 'yes',
      ALLOW_NO_SCANNER: 'yes',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(worker, 'exit');
  await untilReady(worker, `http://127.0.0.1:${port}/health/live`);
  return {
    async stop() {
      worker.kill('SIGTERM');
      await ended;
    },
  };
}

export interface ApiProcess extends Pick<ApiUnderTest, 'origin' | 'tokens'> {
  /** Stops the process gracefully. Resolves with the lines of its log, of every level. */
  stop(): Promise<readonly string[]>;
}

/**
 * The built API over the same engines and the same identity provider, in a separate process as in production: beside the process of the
 * specs it answers thousands of requests in half the time.
 */
export async function startApiProcess({ tokens, engines: { config } }: ApiUnderTest): Promise<ApiProcess> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  // A file instead of a pipe, because a pipe would drop lines while its reader is busy.
  const log = join(await mkdtemp(join(tmpdir(), 'api-log-')), 'api.log');
  const file = await open(log, 'w');
  const node = spawn(process.execPath, [resolve('dist/apps/api/src/main.js')], {
    env: {
      PORT: String(port),
      DATABASE_URL: config.databaseUrl,
      FILES_URL: config.filesUrl,
      SECRET_KEY: config.secretKey,
      OIDC_ISSUER: config.oidcIssuer,
      OIDC_AUDIENCE: config.oidcAudience,
      OPERATOR_COMPANY_ID: String(config.operatorCompanyId),
      ...(config.identityUrl && { IDENTITY_URL: config.identityUrl }),
      ALLOW_CAPTURED_MAIL: 'yes',
      LOG_LEVEL: 'trace',
    },
    stdio: ['ignore', file.fd, 'inherit', 'ipc'],
  });
  const ended = once(node, 'exit');
  await file.close();
  await untilReady(node, `${origin}/api/health/ready`);
  return {
    origin,
    tokens,
    async stop() {
      node.kill('SIGTERM');
      await ended;
      const lines = (await readFile(log, 'utf8')).split('\n').filter(Boolean);
      await rm(dirname(log), { recursive: true });
      return lines;
    },
  };
}

async function untilReady(started: ChildProcess, health: string): Promise<void> {
  while (!(await answers(health))) {
    if (started.exitCode !== null) throw new Error('The process ended before it was ready.');
    await pause(20); // leaves the processor to the started process
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** Fills a log with finished referrals, in bulk (`npm run seed`). */
export async function seedReferrals(databaseUrl: string, referrals: number): Promise<void> {
  const command = [resolve('scripts/throughline.mjs'), 'seed', '--referrals', String(referrals)];
  const seeding = spawn(process.execPath, command, {
    env: { DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(seeding, 'exit')) as [number | null];
  if (code !== 0) throw new Error('The log was not filled.');
}
