import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askWitness, LogTree, NoteSigner, openTreeFolder, readWitnesses, treeSigner } from '@throughline/event-store';
import { freePort, until } from '@throughline/platform/testing';
import { witnessAt } from '../ask-witnesses.js';

const KEY = '9'.repeat(64);
const NOW = new Date('2026-03-03T09:00:00Z');
const witnessKey = new NoteSigner('witness.example', Buffer.from(KEY, 'hex'));

describe('The witness as a process', () => {
  let folder: string;
  let origin: string;
  let env: NodeJS.ProcessEnv;
  const tree = async (name: string) => {
    const of = openTreeFolder(pathToFileURL(join(folder, name)).href);
    return { of, tree: await LogTree.open(of, await treeSigner(of, '5'.repeat(64), 'https://portal.example')) };
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'witness-'));
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    const { of } = await tree('log');
    const { vkey } = await treeSigner(of, '5'.repeat(64), 'https://portal.example');
    env = {
      PORT: String(port),
      WITNESS_NAME: 'witness.example',
      WITNESS_KEY: KEY,
      WITNESS_LOGS: vkey,
      WITNESS_URL: pathToFileURL(join(folder, 'witness')).href,
      LOG_LEVEL: 'fatal',
    };
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Runs a witness on the same folder until the work is done; `signal` ends it. */
  async function running(work: () => Promise<void>, signal: NodeJS.Signals): Promise<void> {
    const witness = spawn(process.execPath, [resolve('dist/apps/worker/src/log-tree/witness/main.js')], {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const ended = once(witness, 'exit');
    try {
      await until('it listens', () => fetch(origin).then(({ ok }) => ok, () => false)); // prettier-ignore
      await work();
    } finally {
      witness.kill(signal);
      await ended;
    }
  }
  const grow = async (name: string, size: number, entry = 'entry') => {
    const { of, tree: grown } = await tree(name);
    for (let at = grown.checkpoint?.size ?? 0; at < size; at++)
      grown.add(JSON.stringify([at + 1, 'jar-1', at, 'Eaten', entry, at, 'data', 'metadata']));
    await grown.sign(NOW);
    return of;
  };
  const asked = () => witnessAt(origin, witnessKey.cosignerVkey);

  it('shows its key, cosigns, and knows after it was killed what it has cosigned', async () => {
    const log = await grow('log', 300);
    await running(async () => {
      expect(await (await fetch(origin)).text()).toBe(`${witnessKey.cosignerVkey}\n`);
      await askWitness(log, asked(), NOW);
    }, 'SIGKILL');
    await running(async () => {
      const rewritten = await grow('rewritten', 400, 'other');
      await expect(askWitness(rewritten, asked(), NOW)).rejects.toThrow(
        'It has cosigned 300 entries that the log does not begin with now.',
      );
      await askWitness(await grow('log', 301), asked(), NOW);
      expect((await readWitnesses(log))[0]?.failure).toBeNull();
    }, 'SIGTERM');
    await expect(askWitness(await grow('log', 302), asked(), NOW)).rejects.toThrow('It cannot be asked');
  });

  it('goes on after requests that are too long, unknown, or no requests at all', async () => {
    await running(async () => {
      const statusOf = async (path: string, init?: RequestInit) => (await fetch(`${origin}${path}`, init)).status;
      expect(await statusOf('/none')).toBe(404);
      expect(await statusOf('/add-checkpoint')).toBe(405);
      expect(await statusOf('/add-checkpoint', { method: 'POST', body: 'old 0' })).toBe(400);
      const long = { method: 'POST', body: 'x'.repeat(5_000_000) };
      expect(await statusOf('/add-checkpoint', long).catch(() => 413)).toBe(413);
      await askWitness(await grow('log', 303), asked(), NOW);
    }, 'SIGTERM');
  });
});
