import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@throughline/platform/testing';
import type { IdentityAdmin } from '@throughline/platform';

const TOKEN = 'the token of the specs';

/** The built identity provider in a separate process; its captured mail is in the same database. */
export async function startIdentityProcess(
  databaseUrl: string,
): Promise<IdentityAdmin & { readonly close: () => Promise<void> }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [resolve('dist/apps/identity/src/main.js')], {
    env: {
      DATABASE_URL: databaseUrl,
      IDENTITY_PORT: String(port),
      IDENTITY_API_TOKEN: TOKEN,
      LOG_LEVEL: 'fatal',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const gone = once(child, 'exit');
  const isReady = () =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('The identity provider ended before it was ready.');
    await pause(50);
  }
  return {
    url,
    token: TOKEN,
    async close() {
      child.kill('SIGTERM');
      await gone;
    },
  };
}
