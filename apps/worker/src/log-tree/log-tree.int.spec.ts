import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  checkpointKeys,
  type EventStore,
  FIRST_HASH,
  hashOf,
  openEventStore,
  openTreeFolder,
  readRefusal,
} from '@throughline/event-store';
import { newEvents } from '@throughline/event-store/testing';
import { createLogger } from '@throughline/platform';
import { until } from '@throughline/platform/testing';
import { preparedDatabase } from '@throughline/read-models/testing';
import pg from 'pg';
import { logTreeConsumer } from './extend-log-tree.js';
import { verifyLogByCommand } from './verify-command.js';

/** Events whose chain is sound. */
function chained(stream: string, count: number) {
  let previous = FIRST_HASH;
  return newEvents(count).map((event, revision) => {
    previous = hashOf(previous, { ...event, stream, revision });
    return { ...event, metadata: { ...event.metadata, hash: previous } };
  });
}

const KEY = '0123456789abcdef'.repeat(4);

describe('The tree over the log', () => {
  let store: EventStore;
  let intruder: pg.Client;
  let path: string;
  let env: NodeJS.ProcessEnv;
  const logged: string[] = [];
  const log = createLogger('worker', { logLevel: 'warn' }, { write: (line: string) => logged.push(line) });

  beforeAll(async () => {
    const url = await preparedDatabase();
    path = await mkdtemp(join(tmpdir(), 'log-tree-'));
    store = await openEventStore(url);
    intruder = new pg.Client(url);
    await intruder.connect();
    env = {
      DATABASE_URL: url,
      TLOG_URL: pathToFileURL(path).href,
      TLOG_KEY: KEY,
      PUBLIC_ORIGIN: 'https://portal.example',
    };
  });
  afterAll(async () => {
    await store.close();
    await intruder.end();
    await rm(path, { recursive: true });
  });
  afterEach(() => void jest.restoreAllMocks());

  const config = () => ({
    tlogUrl: env['TLOG_URL']!,
    tlogKey: KEY,
    tlogFormerSigners: undefined,
    publicOrigin: 'https://portal.example',
  });
  const sizeIn = async () =>
    Number((await readFile(join(path, 'checkpoint'), 'utf8').catch(() => '')).split('\n')[1] ?? 0);

  /** Runs as the leading worker does, until the work is done. */
  async function leading(work: () => Promise<void>): Promise<void> {
    const stop = new AbortController();
    const consumer = logTreeConsumer({
      store,
      config: config(),
      now: () => new Date('2026-03-03T09:00:00Z'),
      log,
      signIntervalMs: 0,
    })!;
    const running = consumer.run(stop.signal, () => undefined);
    try {
      await work();
    } finally {
      stop.abort();
      await running;
    }
  }

  async function verified(options: { key?: readonly string[]; checkpoint?: readonly string[] } = {}, given = env) {
    const printed: string[] = [];
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text).trimEnd()) > 0);
    const code = await verifyLogByCommand({ key: [], checkpoint: [], ...options }, { env: given }).finally(() =>
      jest.restoreAllMocks(),
    );
    return { code, printed };
  }
  let vkey: string;

  it('is not signed without a key, which the log of the worker says', () => {
    expect(
      logTreeConsumer({ store, config: { ...config(), tlogKey: undefined }, now: () => new Date(), log }),
    ).toBeUndefined();
    expect(logged.pop()).toContain('no checkpoints of the log are signed: TLOG_KEY is not set');
  });

  it('proves nothing before the first checkpoint', async () => {
    await store.append('jar-0', 'no-stream', chained('jar-0', 1));
    const { code, printed } = await verified();
    expect(code).toBe(1);
    expect(printed.join()).toContain('Nothing is proven by a signature');
    expect(printed.join()).toContain('1 newer events have no checkpoint yet');
  });

  it('is extended and signed as the log grows', async () => {
    await leading(async () => {
      await until('what there is is signed', async () => (await sizeIn()) === 1);
      await store.append('jar-1', 'no-stream', chained('jar-1', 300));
      await until('what is new is signed', async () => (await sizeIn()) === 301);
    });
    expect(logged).toEqual([]);
    vkey = /Trusted keys: (\S+)/.exec((await verified()).printed.join('\n'))![1]!;
    expect(checkpointKeys([vkey])).toHaveLength(1);
    expect(vkey).toMatch(/^portal\.example\/log\+/);
  });

  it('goes on in another process', async () => {
    await store.append('jar-2', 'no-stream', chained('jar-2', 10));
    await leading(() => until('it is signed', async () => (await sizeIn()) === 311));
  });

  it('is verified by command: with the private key, or with the public one alone', async () => {
    const isProven =
      'Proven: 311 of 311 events are as they were when the checkpoint of 2026-03-03 09:00:00 UTC (311 entries) was signed for portal.example/log.';
    for (const given of [env, { ...env, TLOG_KEY: undefined }]) {
      const { code, printed } = await verified(given === env ? {} : { key: [vkey] }, given);
      expect(code).toBe(0);
      expect(printed).toEqual([expect.stringContaining(isProven), `Trusted keys: ${vkey}`]);
    }
    await expect(verified({}, { ...env, TLOG_KEY: undefined })).rejects.toThrow(
      'name the public key of the log with --key',
    );
    await expect(verified({ key: ['x'] })).rejects.toThrow('A public key cannot be used');
    await expect(verified({ checkpoint: ['/none'] })).rejects.toThrow('/none cannot be read.');
  });

  it('is compared with a checkpoint that was kept elsewhere', async () => {
    const kept = join(path, 'kept.txt');
    await writeFile(kept, await readFile(join(path, 'checkpoint'), 'utf8'));
    expect((await verified({ checkpoint: [kept] })).printed.join('\n')).toContain('Proven: 311 of 311');
  });

  it('signs nothing more, and says why, when the newest signed event is not in the log any more', async () => {
    await intruder.query(`create table event_store.before as select * from event_store.event where position = 311`);
    await intruder.query(`delete from event_store.event where position = 311`);
    await store.append('jar-3', 'no-stream', chained('jar-3', 1));
    const folder = openTreeFolder(env['TLOG_URL']!);
    const words = 'The log does not have event 9 of jar-2 at position 311 as it was signed.';
    await leading(() => until('it is refused', async () => (await readRefusal(folder)) === words));
    expect(await sizeIn()).toBe(311);
    expect(logged.join()).toContain('no checkpoint is signed: what was signed before is not what is there');
    const { code, printed } = await verified();
    expect(code).toBe(1);
    expect(printed).toContain(
      'Event 9 of jar-2 (CookieEaten) at position 311 was removed. It was recorded after the checkpoint of 2026-03-03 09:00:00 UTC (301 entries), and the checkpoint of 2026-03-03 09:00:00 UTC (311 entries) has it as it was: it was altered later.',
    );
    expect(printed.join('\n')).toContain('Proven: 310 of 311 events');

    await intruder.query(
      `insert into event_store.event (position, stream, revision, event_id, type, data, metadata, recorded_at)
       select position, stream, revision, event_id, type, data, metadata, recorded_at from event_store.before`,
    );
    await leading(() => until('it is signed again', async () => (await sizeIn()) === 312));
    expect(await readRefusal(folder)).toBeUndefined();
  });
});
