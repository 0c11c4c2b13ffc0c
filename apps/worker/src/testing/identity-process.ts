import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@throughline/platform/testing';
import { type CapturedMail, type IdentityAdmin, Mailbox, openDatabase } from '@throughline/platform';

const TOKEN = 'the token of the specs';

interface IdentityProcess extends IdentityAdmin {
  readonly mailbox: Mailbox;
  /** The captured mails, newest first, once no mail of the provider is left to be sent. */
  mails(): Promise<readonly CapturedMail[]>;
  close(): Promise<void>;
}

/** The built identity provider in a separate process; its captured mail is in the same database. */
export async function startIdentityProcess(databaseUrl: string): Promise<IdentityProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [resolve('dist/apps/identity/src/main.js')], {
    env: {
      DATABASE_URL: databaseUrl,
      IDENTITY_PORT: String(port),
      IDENTITY_API_TOKEN: TOKEN,
      ALLOW_CAPTURED_MAIL: 'yes',
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
  const database = openDatabase(databaseUrl, { max: 2 });
  const mailbox = await Mailbox.open(database.pool, 'x@portal.example');
  const isWaiting = async () =>
    (await database.pool.query('select from identity.outgoing_mail limit 1')).rowCount !== 0;
  return {
    url,
    token: TOKEN,
    mailbox,
    async mails() {
      while (await isWaiting()) await pause(50);
      return mailbox.list();
    },
    async close() {
      child.kill('SIGTERM');
      await gone;
      await database.close();
    },
  };
}
