import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  checkpointKeys,
  type EventStore,
  cosignedCheckpoint,
  FIRST_HASH,
  hashOf,
  NoteSigner,
  openCheckpoint,
  openEventStore,
  openTreeFolder,
  readAltered,
  readRefusal,
  readWitnesses,
  treeSigner,
  Witness,
  writeVerifiedPart,
} from '@throughline/event-store';
import { newEvents } from '@throughline/event-store/testing';
import { createLogger, type Database, openDatabase, openFileStore, type WorkerConfig } from '@throughline/platform';
import { until } from '@throughline/platform/testing';
import { ACCESS_LOG_TABLES, type ReadModelSchema } from '@throughline/read-models';
import { preparedDatabase } from '@throughline/read-models/testing';
import pg from 'pg';
import { logTreeConsumer } from './extend-log-tree.js';
import { proveByCommand } from './prove-command.js';
import { verifyLogByCommand } from './verify-command.js';
import { witnessServer } from './witness/witness-server.js';

/** Events whose chain is sound. */
const chained = (stream: string, count: number) => chainOf(stream, newEvents(count));

function chainOf(stream: string, events: ReturnType<typeof newEvents>) {
  let previous = FIRST_HASH;
  return events.map((event, revision) => {
    previous = hashOf(previous, { ...event, stream, revision });
    return { ...event, metadata: { ...event.metadata, hash: previous } };
  });
}

const PDF = Buffer.from('%PDF of a letter');
const NOW = new Date('2026-03-03T09:00:00Z');
const KEY = '0123456789abcdef'.repeat(4);

describe('The trees over the log and over the access log', () => {
  let store: EventStore;
  let database: Database<ReadModelSchema>;
  let intruder: pg.Client;
  let path: string;
  let env: NodeJS.ProcessEnv;
  const logged: string[] = [];
  const log = createLogger('worker', { logLevel: 'warn' }, { write: (line: string) => logged.push(line) });

  beforeAll(async () => {
    const url = await preparedDatabase();
    path = await mkdtemp(join(tmpdir(), 'log-tree-'));
    store = await openEventStore(url);
    database = openDatabase<ReadModelSchema>(url, { max: 2 });
    intruder = new pg.Client(url);
    await intruder.connect();
    env = {
      DATABASE_URL: url,
      TLOG_URL: pathToFileURL(path).href,
      TLOG_KEY: KEY,
      PUBLIC_ORIGIN: 'https://portal.example',
      FILES_URL: pathToFileURL(join(path, 'files')).href,
    };
  });
  afterAll(async () => {
    await store.close();
    await database.close();
    await intruder.end();
    await rm(path, { recursive: true });
  });
  afterEach(() => void jest.restoreAllMocks());

  const config = () => ({
    tlogUrl: env['TLOG_URL']!,
    tlogKey: KEY,
    tlogFormerSigners: undefined,
    tlogWitnesses: undefined,
    publicOrigin: 'https://portal.example',
  });
  const sizeIn = async (folder = '') =>
    Number((await readFile(join(path, folder, 'checkpoint'), 'utf8').catch(() => '')).split('\n')[1] ?? 0);

  /** Runs as the leading worker does, until the work is done. */
  async function leading(work: () => Promise<void>, witnesses?: WorkerConfig['tlogWitnesses']): Promise<void> {
    const stop = new AbortController();
    const consumer = logTreeConsumer({
      store,
      db: database.db,
      config: { ...config(), tlogWitnesses: witnesses },
      now: () => new Date('2026-03-03T09:00:00Z'),
      log,
      signIntervalMs: 0,
      witnessRetryMs: 10,
      sampleIntervalMs: 10,
    })!;
    const running = consumer.run(stop.signal, () => undefined);
    try {
      await work();
    } finally {
      stop.abort();
      await running;
    }
  }

  async function verified(options: Partial<Parameters<typeof verifyLogByCommand>[0]> = {}, given = env) {
    const printed: string[] = [];
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text).trimEnd()) > 0);
    const code = await verifyLogByCommand({ key: [], checkpoint: [], ...options }, { env: given }).finally(() =>
      jest.restoreAllMocks(),
    );
    return { code, printed };
  }
  async function prove(asked: Parameters<typeof proveByCommand>[0]): Promise<string> {
    const printed: string[] = [];
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
    await proveByCommand(asked, { env }).finally(() => jest.restoreAllMocks());
    return printed.join('');
  }
  let vkey: string;
  /** In the file store. */
  let pathOfFile: string;

  it('is not signed without a key, which the log of the worker says', () => {
    expect(
      logTreeConsumer({
        store,
        db: database.db,
        now: () => new Date(),
        log,
        config: { ...config(), tlogKey: undefined },
      }),
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
    const trusted = /Trusted keys: (\S+), (\S+)/.exec((await verified()).printed.join('\n'))!;
    vkey = trusted[1]!;
    expect(checkpointKeys([vkey])).toHaveLength(1);
    expect(vkey).toMatch(/^portal\.example\/log\+/);
    expect(trusted[2]).toMatch(/^portal\.example\/access-log\+/);
  });

  it('goes on in another process', async () => {
    await store.append('jar-2', 'no-stream', chained('jar-2', 9));
    const stored = await (await openFileStore(env['FILES_URL']!)).put(PDF);
    const file = { referralId: '7', fileId: 1, fileName: 'letter.pdf', uploadedBy: null, uploadedAt: '', ...stored };
    const [template] = newEvents(1);
    await store.append('file-7', 'no-stream', chainOf('file-7', [{ ...template!, type: 'FileUploaded', data: file }]));
    pathOfFile = join(path, 'files', stored.storageName.slice(0, 2), stored.storageName);
    await leading(() => until('it is signed', async () => (await sizeIn()) === 311));
  });

  it('is verified by command: with the private key, or with the public one alone', async () => {
    const isProven =
      'Proven: 311 of 311 events are as they were when the checkpoint of 2026-03-03 09:00:00 UTC (311 entries) was signed for portal.example/log.';
    for (const given of [env, { ...env, TLOG_KEY: undefined }]) {
      const { code, printed } = await verified(given === env ? {} : { key: [vkey] }, given);
      expect({ code, printed }).toEqual({
        code: 0,
        printed: [
          expect.stringContaining(isProven),
          expect.stringMatching(/^0 viewings were read\./),
          'Files as they were when they were stored: 1 of 1.',
          expect.stringMatching(/^Read models as the log makes them: 0 entities, 0 a second, and 0 rows/),
          expect.stringContaining(`Trusted keys: ${vkey}`),
        ],
      });
    }
    await writeFile(pathOfFile, '%PDF of letter');
    const { code, printed } = await verified();
    expect({ code, printed }).toEqual({
      code: 1,
      printed: expect.arrayContaining([
        expect.stringMatching(/^File 1 of 7 \(letter\.pdf\) was changed in the file store/),
        'Files as they were when they were stored: 0 of 1.',
      ]),
    });
    await writeFile(pathOfFile, PDF);
    await expect(verified({}, { ...env, TLOG_KEY: undefined })).rejects.toThrow(
      'name the public key of the log with --key',
    );
    await expect(verified({ key: ['x'] })).rejects.toThrow('A public key cannot be used');
    await expect(verified({ checkpoint: ['/none'] })).rejects.toThrow('/none cannot be read.');
  });

  it('is verified from where a run was interrupted, or from the start', async () => {
    const folder = openTreeFolder(env['TLOG_URL']!);
    const kept = await readFile(join(path, 'checkpoints', '2026-03-03'), 'utf8');
    const notes = kept.split(/\n\n(?=portal)/);
    const note = `${notes.find((one) => one.includes('\n301\n'))!.trimEnd()}\n`;
    const checkpoint = { ...openCheckpoint(note, checkpointKeys([vkey])), at: new Date('2026-03-04T10:00:00Z') };
    const interrupt = async () =>
      writeVerifiedPart(folder, await treeSigner(folder, KEY, env['PUBLIC_ORIGIN']!), { checkpoint, position: 301 });
    const says =
      'The first 301 events were verified by 2026-03-04 10:00:00 UTC, in a run that was interrupted. “--from-start” reads them again.';
    await intruder.query(
      `update event_store.event set recorded_at = recorded_at + interval '1 day' where position = 5`,
    );
    await interrupt();
    const { code, printed } = await verified();
    expect({ code, first: printed[0] }).toEqual({ code: 0, first: says });
    expect(printed.join('\n')).toContain('Proven: 311 of 311 events');
    // After a run that ended, the next one begins at the start. So does one with `--from-start` or `--checkpoint`.
    for (const options of [{}, { fromStart: true }, { checkpoint: [join(path, 'checkpoint')] }]) {
      if (Object.keys(options).length > 0) await interrupt();
      const whole = await verified(options);
      expect(whole.code).toBe(1);
      expect(whole.printed[0]).toMatch(/^Event 3 of jar-1 \(CookieEaten\) at position 5 was changed/);
    }
    await intruder.query(
      `update event_store.event set recorded_at = recorded_at - interval '1 day' where position = 5`,
    );
  });

  it('is compared with a checkpoint that was kept elsewhere', async () => {
    const kept = join(path, 'kept.txt');
    await writeFile(kept, await readFile(join(path, 'checkpoint'), 'utf8'));
    expect((await verified({ checkpoint: [kept] })).printed.join('\n')).toContain('Proven: 311 of 311');
  });

  it('are two: viewings are signed once the API has made their tables, and verified with the key of the log', async () => {
    for (const statement of Object.values(ACCESS_LOG_TABLES).flat()) await intruder.query(statement);
    const seen = `insert into access_log (role, referral_ids, screen, outcome, address_hash) values ('ops', '{7}', 'Referral', 'shown', '')`;
    for (let times = 0; times < 3; times++) await intruder.query(seen);
    await leading(async () => {
      await until('the viewings are signed', async () => (await sizeIn('access-log')) === 3);
      await intruder.query(seen);
      await until('the next one is signed', async () => (await sizeIn('access-log')) === 4);
    });
    const { code, printed } = await verified({ key: [vkey] }, { ...env, TLOG_KEY: undefined });
    expect(code).toBe(0);
    expect(printed).toContain(
      '4 viewings were read. Proven: 4 of 4 viewings are as they were when the checkpoint of 2026-03-03 09:00:00 UTC (4 entries) was signed for portal.example/access-log.',
    );
    const kept = join(path, 'access-kept.txt');
    await writeFile(kept, await readFile(join(path, 'access-log', 'checkpoint'), 'utf8'));
    await intruder.query('alter table access_log disable trigger all; delete from access_log where id in (3, 5)');
    await rm(join(path, 'access-log'), { recursive: true });
    // Nothing that is here shows it: the tree is gone as well, and the checkpoint that was kept shows it.
    expect((await verified({ checkpoint: [kept] })).printed).toContain(
      'The tree ends at 0 entries: the checkpoint of 2026-03-03 09:00:00 UTC (4 entries), which was kept elsewhere, has more.',
    );
    await leading(() => until('it is signed anew', async () => (await sizeIn('access-log')) === 2));
    await intruder.query('delete from access_log where id = 2');
    const altered = await verified();
    expect(altered.code).toBe(1);
    expect(altered.printed).toContain(
      'Viewing 2 of access_log (Referral) at position 4 was removed. It was recorded before the first checkpoint, and the checkpoint of 2026-03-03 09:00:00 UTC (2 entries) has it as it was: it was altered later.',
    );
    expect(altered.printed.join('\n')).toContain('Proven: 1 of 2 viewings');
  });

  it('prove one event and one viewing, which is verified without a database', async () => {
    const event = await prove({ position: 77 });
    expect(event).toMatch(/^c2sp\.org\/tlog-proof@v1\n/);
    expect(event.length).toBeLessThan(2_000);
    for await (const { metadata } of store.readAll({ after: 76 })) {
      expect(await prove({ event: metadata.eventId.toUpperCase() })).toBe(event);
      break;
    }
    const file = join(path, 'one.tlog-proof');
    const check = async (proof: string) => {
      await writeFile(file, proof);
      return verified({ key: [vkey], proof: file }, { TLOG_URL: pathToFileURL('/nowhere').href });
    };
    const { code, printed } = await check(event);
    expect({ code, printed }).toEqual({
      code: 0,
      printed: [
        expect.stringMatching(
          /^Proven: Event 75 of jar-1 \(CookieEaten\) at position 77, recorded .* is entry 76 of portal\.example\/log as/,
        ),
        `Trusted keys: ${vkey}`,
      ],
    });
    expect(await check(event.replace('index 76', 'index 75'))).toEqual({
      code: 1,
      printed: [`${file} proves nothing: The checkpoint does not have this entry at this place.`],
    });
    expect((await check(await prove({ viewing: 4 }))).printed[0]).toMatch(
      /^Proven: Viewing 4 of access_log \(Referral\) at position 8, .* portal\.example\/access-log as .* what was shown .*, who saw it /,
    );
    await expect(prove({ viewing: 2 })).rejects.toThrow(
      'The viewing at position 4 is not as it was signed: run “audit verify”. No proof was made.',
    );
    await expect(prove({ delivery: 4 })).rejects.toThrow('No entry of position 9 is signed');
    await expect(prove({ position: 9_999 })).rejects.toThrow('No entry of position 9999 is signed');
    for (const asked of [{}, { position: 77, viewing: 4 }])
      await expect(prove(asked)).rejects.toThrow('Name one of --event, --position, --viewing and --delivery.');
  });

  it('are cosigned by a witness, as the folder records and audit verify reports', async () => {
    const folder = openTreeFolder(env['TLOG_URL']!);
    const accessFolder = openTreeFolder(env['TLOG_URL']!, 'access-log');
    const signer = new NoteSigner('witness.example', Buffer.alloc(32, 9));
    const keys = [...checkpointKeys([vkey]), ...checkpointKeys([vkey], 'access-log')];
    const witness = new Witness({ signer, keys, folder: openTreeFolder(`${env['TLOG_URL']}-witness`), now: () => NOW });
    const server = witnessServer({ witness, vkey: signer.cosignerVkey, logger: log }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const present = { url: `http://127.0.0.1:${port}`, vkey: signer.cosignerVkey };
    const absent = new NoteSigner('absent.example', Buffer.alloc(32, 7)).cosignerVkey;
    const witnesses = [present, { url: 'http://127.0.0.1:9', vkey: absent }];
    const sizes = async () =>
      (await Promise.all([folder, accessFolder].map(readWitnesses)))
        .flat()
        .map((state) => [state.name, cosignedCheckpoint(state)?.size, state.failure?.isAlarm]);
    const both = [await sizeIn(), await sizeIn('access-log')];
    const cosigned = [
      ['absent.example', undefined, false],
      ['witness.example', both[0], undefined],
      ['absent.example', undefined, false],
      ['witness.example', both[1], undefined],
    ];
    await leading(
      () => until('both are cosigned', async () => JSON.stringify(await sizes()) === JSON.stringify(cosigned)),
      witnesses,
    );
    const given = { ...env, TLOG_WITNESSES: witnesses.map(({ url, vkey }) => `${url} ${vkey}`).join(', ') };
    const { printed } = await verified({}, given);
    expect(printed).toEqual(
      expect.arrayContaining([
        `witness.example has cosigned the checkpoint of 2026-03-03 09:00:00 UTC (${both[0]} entries) of the events.`,
        `witness.example has cosigned the checkpoint of 2026-03-03 09:00:00 UTC (${both[1]} entries) of the viewings.`,
        expect.stringMatching(
          /^absent\.example has cosigned no checkpoint that is kept here of the events\. Since .* it has not: It cannot be asked/,
        ),
      ]),
    );
    server.close();
    await once(server, 'close');
    for (const one of [folder, accessFolder]) await one.remove('witnesses');
  });

  it('of which one that is refused does not keep the other from being signed, and says why', async () => {
    await intruder.query('delete from access_log');
    const folder = openTreeFolder(env['TLOG_URL']!, 'access-log');
    await store.append('jar-4', 'no-stream', chained('jar-4', 1));
    await leading(async () => {
      await until('viewings are refused', async () => (await readRefusal(folder)) !== undefined);
      await until('events are signed', async () => (await sizeIn()) === 312);
    });
    expect(await readRefusal(folder)).toBe(
      'The log does not have viewing 4 of access_log at position 8 as it was signed.',
    );
    expect(logged.splice(0).join()).toContain('"tree":"access-log"');
  });

  it('signs nothing more, and says why, when the newest signed event is not in the log any more', async () => {
    await intruder.query(`create table event_store.before as select * from event_store.event where position = 312`);
    await intruder.query(`delete from event_store.event where position = 312`);
    await store.append('jar-3', 'no-stream', chained('jar-3', 1));
    const folder = openTreeFolder(env['TLOG_URL']!);
    const words = 'The log does not have event 0 of jar-4 at position 312 as it was signed.';
    await leading(() => until('it is refused', async () => (await readRefusal(folder)) === words));
    expect(await sizeIn()).toBe(312);
    expect(logged.join()).toContain('no checkpoint is signed: what was signed before is not what is there');
    const found = { bundle: 1, since: NOW.toISOString(), words };
    await leading(() => until('a sample finds it', async () => (await readAltered(folder))?.words === words));
    expect(await readAltered(folder)).toEqual(found);
    const { code, printed } = await verified();
    expect(code).toBe(1);
    expect(printed).toContain(
      'Event 0 of jar-4 (CookieEaten) at position 312 was removed. It was recorded after the checkpoint of 2026-03-03 09:00:00 UTC (311 entries), and the checkpoint of 2026-03-03 09:00:00 UTC (312 entries) has it as it was: it was altered later.',
    );
    expect(printed.join('\n')).toContain('Proven: 311 of 312 events');

    await intruder.query(
      `insert into event_store.event (position, stream, revision, event_id, type, data, metadata, recorded_at)
       select position, stream, revision, event_id, type, data, metadata, recorded_at from event_store.before`,
    );
    await leading(() => until('it is signed again', async () => (await sizeIn()) === 313));
    expect(await readRefusal(folder)).toBeUndefined();
    await leading(() => until('a sample finds nothing', async () => (await readAltered(folder)) === undefined));
  });
});
