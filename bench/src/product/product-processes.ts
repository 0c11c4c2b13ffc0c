import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openEventStore } from '@throughline/event-store';
import { openDatabase } from '@throughline/platform';
import { freePort } from '@throughline/platform/testing';
import { type ReadModelSchema, waitUntilProjected } from '@throughline/read-models';
import { AUDIENCE, startIdentityStandIn } from '../../../apps/api/src/testing/identity-stand-in.js';
import { createPeople, type People } from './people.js';

export interface ProductProcesses {
  /** The API's origin. */
  readonly origin: string;
  readonly people: People;
  stop(): Promise<void>;
}

/** One API and one worker as `npm start` runs them, with their own database; only the identity provider is a stand-in. */
export async function startProductProcesses(databaseUrl: string): Promise<ProductProcesses> {
  const [identity, port, workerPort, folder] = await Promise.all([
    startIdentityStandIn(),
    freePort(),
    freePort(),
    mkdtemp(join(tmpdir(), 'bench-')),
  ]);
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    WORKER_PORT: String(workerPort),
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    FILES_URL: pathToFileURL(join(folder, 'files')).href,
    OIDC_ISSUER: identity.issuer,
    OIDC_AUDIENCE: AUDIENCE,
    IDENTITY_URL: identity.origin,
    SECRET_KEY: 'a key of the bench, of forty characters!',
    LOG_LEVEL: 'warn',
    // Mail to invented people is captured, whatever SMTP_URL says.
    SMTP_URL: undefined,
    ALLOW_CAPTURED_MAIL: 'yes',
    ALLOW_NO_SCANNER: 'yes',
  };
  const running: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(running.map(ended));
    await identity.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const app of ['api', 'worker']) {
      const child = fork(`dist/apps/${app}/src/main.js`, { env, execArgv: ['--enable-source-maps'] });
      running.push(child);
      await untilListening(child, app);
    }
    const people = await peopleOf(databaseUrl, identity.token);
    return { origin: `http://127.0.0.1:${port}`, people, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Creates the people, and waits until the product has them. */
async function peopleOf(databaseUrl: string, token: (userId: string) => Promise<string>): Promise<People> {
  const store = await openEventStore(databaseUrl);
  const { db, close } = openDatabase<ReadModelSchema>(databaseUrl, { max: 1 });
  try {
    const { people, position } = await createPeople(store, token);
    if (!(await waitUntilProjected(db, position, { timeoutMs: 30_000 })))
      throw new Error('The worker projects nothing');
    return people;
  } finally {
    await close();
    await store.close();
  }
}

async function untilListening(child: ChildProcess, app: string): Promise<void> {
  const gone = once(child, 'exit').then(() => {
    throw new Error(`The ${app} ended before it listened`);
  });
  await Promise.race([once(child, 'message'), gone]);
  gone.catch(() => undefined);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}
