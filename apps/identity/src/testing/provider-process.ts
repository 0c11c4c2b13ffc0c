import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterEach } from '@jest/globals';
import { freePort } from '@throughline/platform/testing';
import { API_TOKEN } from './running-identity.js';

let started: ChildProcess | undefined;
afterEach(async () => {
  if (started === undefined || started.exitCode !== null || started.signalCode !== null) return;
  const ended = once(started, 'exit');
  started.kill('SIGTERM');
  await ended;
});

/** The built provider in a separate process. */
export async function startProvider(databaseUrl: string) {
  const port = await freePort();
  const provider = spawn(process.execPath, [resolve('dist/apps/identity/src/main.js')], {
    env: {
      DATABASE_URL: databaseUrl,
      IDENTITY_PORT: String(port),
      IDENTITY_API_TOKEN: API_TOKEN,
      ALLOW_CAPTURED_MAIL: 'yes',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  started = provider;
  const ask = (method: string, path: string, body?: unknown) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `SSWS ${API_TOKEN}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return { provider, ask };
}
