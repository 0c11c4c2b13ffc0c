import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { EventStoreDbDouble } from '@throughline/event-store/testing';
import { freePort, until } from '@throughline/platform/testing';
import { anOrder } from '../../apps/api/src/testing/an-order.js';
import { signIn } from '../production/sign-in.js';

const LOGIN = 'first@portal.example';
const PASSWORD = 'Corr3ct-horse!';

/** How many of its own events the server has: enough for checkpoints while a subscription catches up. */
const OF_THE_SERVER = 9_000;

describe('npm start on EventStoreDB', () => {
  let double: EventStoreDbDouble;
  let dataDir: string;
  let variables: readonly string[];
  let product: ChildProcess;
  let output: Promise<string>;
  let origin: string;

  beforeAll(async () => {
    double = await new EventStoreDbDouble().start();
    for (let written = 0; written < OF_THE_SERVER; written++) double.log.writeSystemEvent();
    dataDir = await mkdtemp(join(tmpdir(), 'throughline-start-'));
    const port = await freePort();
    origin = `http://localhost:${port}`;
    const eventStore = `esdb://127.0.0.1:${double.port}?tls=false`;
    variables = [
      `DATA_DIR=${dataDir}`,
      `PORT=${port}`,
      `EVENT_STORE_URL=${eventStore}`,
      'SEED=none',
      'ALLOW_CAPTURED_MAIL=yes',
      'ALLOW_NO_SCANNER=yes',
    ];
  });
  afterAll(async () => {
    await ended('SIGTERM');
    double.kill();
    await rm(dataDir, { recursive: true });
  });

  /** `env` replaces itself by the program, so that signals reach the program. */
  const started = (...program: string[]): ChildProcess =>
    spawn('env', [...variables, process.execPath, ...program], { stdio: ['pipe', 'pipe', 'inherit'] });

  async function ended(signal: NodeJS.Signals): Promise<number | null> {
    if (product.exitCode === null && product.kill(signal)) await once(product, 'exit');
    return product.exitCode;
  }

  it('becomes ready', async () => {
    // Started in the test, so that a second attempt of the test starts it again.
    product = started('scripts/start.mjs');
    output = text(product.stdout!);
    const isReady = async () => {
      if (product.exitCode !== null) throw new Error(await output);
      return fetch(`${origin}/api/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    };
    await until('ready', isReady);
  });

  it('brings an order to its first task', async () => {
    const person = ['--login', LOGIN, '--first-name', 'Fay', '--last-name', 'Ito', '--phone', '5125550100'];
    const creating = started('scripts/throughline.mjs', 'account', 'create', ...person, '--company', '1', '--admin');
    creating.stdin!.end(PASSWORD);
    expect(await once(creating, 'exit')).toEqual([0, null]);

    const authorization = `Bearer ${await signIn(origin, LOGIN, PASSWORD)}`;
    const made = await fetch(`${origin}/api/referrals/create`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(anOrder({ lastName: 'Quill', email: LOGIN })),
    });
    expect(made.status).toBe(201);
    const { data: id } = (await made.json()) as { readonly data: number };

    const firstTask = async () => {
      const read = await fetch(`${origin}/api/referrals/referral/${id}`, { headers: { authorization } });
      return read.ok && (await read.text()).includes('Create Patient');
    };
    await until(`order ${id} shows its first task`, firstTask);
    const streams = new Set(double.log.records.map(({ stream }) => stream));
    expect([...streams]).toEqual(expect.arrayContaining([`referral-${id}`, `itemTask-${id}`]));
  });

  it('ends on a signal', async () => {
    expect(await ended('SIGTERM')).toBe(0);
    expect(await output).toContain(`Throughline is ready at ${origin}`);
  });
});
