import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Recorded, SYSTEM_ACTOR } from '@throughline/domain/kernel';
import { testDatabase } from '@throughline/platform/testing';
import pg from 'pg';
import { FIRST_HASH, hashOf, type StreamHead } from '../chain.js';
import type { EventStore } from '../event-store.js';
import { handleCommand } from '../handle-command.js';
import { openEventStore } from '../open-event-store.js';
import { cookieJar } from '../testing/cookie-jar.js';
import { all } from '../testing/follower.js';
import { checkpointKeys, openCheckpoint } from './checkpoint.js';
import { entryOf } from './log-entry.js';
import { LogTree } from './log-tree.js';
import { FolderInMemory, SIGNER } from './log-tree.testing.js';
import { NoteSigner } from './signed-note.js';
import { forgetVerifiedPart, readVerifiedPart, writeVerifiedPart } from './verified-part.js';
import { VerifiedTree } from './verified-tree.js';
import { verifyEvents } from './verify-events.js';

const KEYS = checkpointKeys([SIGNER.vkey]);
const context = { actor: SYSTEM_ACTOR, at: '2026-01-31T12:00:00.000Z', correlationId: randomUUID(), causationId: null };

/** Minutes after nine at which checkpoints are signed. */
const at = (minutes: number) => new Date(Date.UTC(2026, 2, 3, 9, minutes));

/** A log of `streams` streams with four events each, and its tree, which was signed after each stream. */
async function signedLog(streams: number) {
  const url = await testDatabase();
  const store = await openEventStore(url);
  // The product has no other role: whoever holds its password can do all of this.
  const intruder = new pg.Client(url);
  await intruder.connect();
  const folder = new FolderInMemory();
  const names: string[] = [];
  const heads = new Map<string, StreamHead>();
  for (let number = 0; number < streams; number++) {
    const id = `${number}`;
    const stream = `${cookieJar.category}-${id}`;
    names.push(stream);
    for (let count = 1; count <= 4; count++) {
      const baked = { type: 'CookiesBaked', data: { count } } as const;
      const commandId = randomUUID();
      await handleCommand(store, { decider: cookieJar, id, decide: () => [baked], context: { ...context, commandId } });
      // A number that no event has, as after an append that was rolled back.
      await intruder.query(`select nextval('event_store.position')`);
    }
    await extend(store, folder, at(number));
    const last = (await all(store.readStream(stream))).at(-1)!;
    heads.set(stream, { revision: last.revision, position: last.position, hash: last.metadata.hash });
  }
  return { store, intruder, folder, streams: names, heads };
}

async function extend(store: EventStore, folder: FolderInMemory, now: Date, signer = SIGNER) {
  const tree = await LogTree.open(folder, signer);
  for await (const event of store.readStored({ after: tree.position })) tree.add(entryOf(event));
  await tree.sign(now);
}

describe('Verifying the log', () => {
  let log: Awaited<ReturnType<typeof signedLog>>;
  beforeAll(async () => {
    log = await signedLog(4);
    await log.intruder.query('alter table event_store.event drop constraint event_stream_revision_key');
  });
  afterAll(async () => {
    await log.store.close();
    await log.intruder.end();
  });

  const verify = async (heads = new Map(log.heads), elsewhere = new Map<string, string>(), folder = log.folder) => {
    const tree = await VerifiedTree.open(folder, KEYS, elsewhere);
    return verifyEvents({ store: log.store, tree, heads });
  };

  /** Alters the log, verifies it, and undoes it. */
  async function whenAltered(alter: () => Promise<unknown>, heads?: Map<string, StreamHead>) {
    await log.intruder.query('create table event_store.before as select * from event_store.event');
    try {
      await alter();
      return await verify(heads);
    } finally {
      await log.intruder.query(`delete from event_store.event;
        insert into event_store.event (position, stream, revision, event_id, type, data, metadata, recorded_at)
        select position, stream, revision, event_id, type, data, metadata, recorded_at from event_store.before;
        drop table event_store.before`);
    }
  }
  const sql = (text: string, values: readonly unknown[] = []) =>
    log.intruder.query(text.replaceAll('event ', 'event_store.event '), [...values]);

  /** Makes the chain of a stream sound again, as somebody would who knows how it is made. Resolves with its head. */
  async function rewriteChain(stream: string): Promise<StreamHead> {
    const { rows } = await log.intruder.query<Omit<Recorded, 'position'> & { position: string }>(
      `select * from event_store.event where stream = $1 order by position`,
      [stream],
    );
    let head: StreamHead = { revision: -1, position: 0, hash: FIRST_HASH };
    for (const [revision, row] of rows.entries()) {
      const hash = hashOf(head.hash, { ...row, revision, position: Number(row.position) } as Recorded);
      const metadata = { ...row.metadata, hash };
      await sql('update event set revision = $2, metadata = $3 where position = $1', [
        row.position,
        revision,
        metadata,
      ]);
      head = { revision, position: Number(row.position), hash };
    }
    return head;
  }
  const place = (stream: number, revision: number) => ({
    stream: log.streams[stream],
    revision,
    type: 'CookiesBaked',
    position: 1 + (stream * 4 + revision) * 2,
  });
  /** The stream was signed at its own minute, and what was before at the minute before. */
  const signed = (stream: number) => ({
    after: stream === 0 ? undefined : expect.objectContaining({ at: at(stream - 1) }),
    by: expect.objectContaining({ at: at(stream) }),
  });

  it('finds nothing in a log as it was signed, and counts what is newer than the last checkpoint', async () => {
    const sound = { noun: 'event', records: 16, streams: 4, unsigned: 0, provenRecords: 16, findings: [] };
    expect(await verify()).toEqual({ ...sound, proven: expect.objectContaining({ size: 16, at: at(3) }) });
    const newest = [...log.folder.files.entries()].filter(([path]) => path.startsWith('checkpoints/'));
    const earlier = new FolderInMemory();
    for (const [path, content] of log.folder.files) earlier.files.set(path, content);
    const [path, content] = newest[0]!;
    earlier.files.set(path, content.subarray(0, content.toString('latin1').indexOf(`${SIGNER.name}\n16\n`)));
    expect(await verify(undefined, undefined, earlier)).toMatchObject({ unsigned: 4, provenRecords: 12, findings: [] });
  });

  it.each([
    ['one byte of its data', ['data'], `data = '{"count": 4}'`],
    ['its author', ['metadata'], `metadata = jsonb_set(metadata, '{actor,role}', '"ops"')`],
    ['its type', ['type'], `type = 'CookieEaten'`],
    ['the time at which it was recorded', ['time'], `recorded_at = recorded_at + interval '1 microsecond'`],
    ['its id', ['id'], `event_id = '00000000-0000-4000-8000-000000000000'`],
  ])('finds an event with another %s', async (_, parts, change) => {
    const stream = log.streams[1];
    const report = await whenAltered(() =>
      sql(`update event set ${change} where stream = $1 and revision = 2`, [stream]),
    );
    const found = { ...place(1, 2), ...(parts[0] === 'type' && { type: 'CookieEaten' }) };
    expect(report.findings).toContainEqual({ kind: 'changed', record: place(1, 2), found, parts, signed: signed(1) });
    const inChain = { kind: 'chain', event: found, reason: 'changed' };
    expect(report.findings).toHaveLength(['time', 'id'].includes(parts[0]!) ? 1 : 2);
    if (report.findings.length === 2) expect(report.findings[0]).toEqual(inChain);
    expect(report).toMatchObject({ provenRecords: 15, proven: { size: 16 } });
  });

  it('finds an event that was removed with its chain and its head rewritten', async () => {
    const heads = new Map(log.heads);
    const report = await whenAltered(async () => {
      await sql('delete from event where stream = $1 and revision = 1', [log.streams[2]]);
      heads.set(log.streams[2]!, await rewriteChain(log.streams[2]!));
    }, heads);
    expect(report.findings).toEqual([
      { kind: 'removed', record: place(2, 1), signed: signed(2) },
      expect.objectContaining({ kind: 'changed', record: place(2, 2), parts: ['revision', 'data', 'metadata'] }),
      expect.objectContaining({ kind: 'changed', record: place(2, 3), parts: ['revision', 'data', 'metadata'] }),
    ]);
    expect(report.provenRecords).toBe(13);
  });

  it('finds a tail that was cut with its head lowered, of a stream and of the log', async () => {
    for (const stream of [1, 3]) {
      const heads = new Map(log.heads);
      const report = await whenAltered(async () => {
        await sql('delete from event where stream = $1 and revision >= 2', [log.streams[stream]]);
        heads.set(log.streams[stream]!, await rewriteChain(log.streams[stream]!));
      }, heads);
      expect(report.findings).toEqual([
        { kind: 'removed', record: place(stream, 2), signed: signed(stream) },
        { kind: 'removed', record: place(stream, 3), signed: signed(stream) },
      ]);
      expect(report).toMatchObject({ records: 14, provenRecords: 14 });
    }
  });

  it('finds a stream that was removed with its head', async () => {
    const heads = new Map(log.heads);
    heads.delete(log.streams[0]!);
    const report = await whenAltered(() => sql('delete from event where stream = $1', [log.streams[0]]), heads);
    expect(report.findings.map(({ kind }) => kind)).toEqual(['removed', 'removed', 'removed', 'removed']);
  });

  it('finds two streams that were swapped with their heads', async () => {
    const [one, other] = [log.streams[1]!, log.streams[2]!];
    const heads = new Map(log.heads);
    const report = await whenAltered(async () => {
      await sql(`update event set stream = case stream when $1 then $2 else $1 end where stream in ($1, $2)`, [
        one,
        other,
      ]);
      heads.set(one, await rewriteChain(one)).set(other, await rewriteChain(other));
    }, heads);
    expect(report.findings).toHaveLength(8);
    expect(report.findings[0]).toEqual({
      kind: 'changed',
      record: place(1, 0),
      found: { ...place(1, 0), stream: other },
      signed: signed(1),
      parts: ['stream', 'data', 'metadata'],
    });
    expect(report.provenRecords).toBe(8);
  });

  it('finds a stream that was rewritten with its head', async () => {
    const heads = new Map(log.heads);
    const report = await whenAltered(async () => {
      await sql(`update event set data = '{"count": 9}' where stream = $1 and revision = 0`, [log.streams[3]]);
      heads.set(log.streams[3]!, await rewriteChain(log.streams[3]!));
    }, heads);
    expect(report.findings.map((finding) => finding.kind === 'changed' && finding.record.revision)).toEqual([
      0, 1, 2, 3,
    ]);
  });

  it('finds an event that was put between those that were signed', async () => {
    const forged = { ...place(1, 3), position: place(1, 3).position + 1, revision: 4 };
    const report = await whenAltered(() =>
      sql(
        `insert into event (position, stream, revision, event_id, type, data, metadata)
         select position + 1, stream, revision + 1, gen_random_uuid(), type, data, metadata from event where position = $1`,
        [forged.position - 1],
      ),
    );
    expect(report.findings).toEqual([
      { kind: 'chain', event: forged, reason: 'changed' },
      { kind: 'inserted', record: forged, signed: signed(2) },
    ]);
    expect(report.provenRecords).toBe(16);
  });

  it('finds that a head is not in the log, without a tree', async () => {
    const heads = new Map(
      [...log.heads].slice(0, 3).map(([stream, head], index) => [
        stream,
        [
          { ...head, hash: 'another' },
          { ...head, position: 1_000 },
          { ...head, revision: 9 },
        ][index]!,
      ]),
    );
    const { findings, proven } = await verify(heads, undefined, new FolderInMemory());
    expect(findings.map((finding) => finding.kind === 'head' && finding.reason)).toEqual([
      'rewritten',
      'reordered',
      'cut',
    ]);
    expect(proven).toBeUndefined();
  });

  describe('in a run that goes on after one that was interrupted', () => {
    /** What the run before had verified: everything up to this checkpoint. */
    async function goOn(checkpoint: { readonly size: number; readonly root: string }, position: number) {
      const tree = await VerifiedTree.open(log.folder, KEYS);
      const isResumed = await tree.resume(checkpoint);
      const read: number[] = [];
      const store = {
        readStream: log.store.readStream.bind(log.store),
        async *readStored({ after }: { readonly after: number }) {
          for await (const event of log.store.readStored({ after })) {
            read.push(event.position);
            yield event;
          }
        },
      };
      const after = isResumed ? position : 0;
      return { read, isResumed, ...(await verifyEvents({ store, tree, heads: new Map(log.heads), after })) };
    }
    const parts = async (progressEvery = 1) => {
      const sound: (readonly [size: number, position: number] | undefined)[] = [];
      const tree = await VerifiedTree.open(log.folder, KEYS);
      const { findings } = await verifyEvents({
        store: log.store,
        tree,
        progressEvery,
        onProgress: (_, part) => void sound.push(part && [part.checkpoint.size, part.position]),
      });
      return { sound, findings, checkpoints: tree.checkpoints };
    };

    it('reports the newest checkpoint up to which everything is as it was signed, until something is not', async () => {
      const { sound } = await parts(3);
      expect(sound).toEqual([undefined, [4, 7], [8, 15], [12, 23], [12, 23]]);
      await whenAltered(async () => {
        await sql(`update event set data = '{"count": 9}' where stream = $1 and revision = 1`, [log.streams[2]]);
        expect((await parts(3)).sound).toEqual([undefined, [4, 7], [8, 15], undefined, undefined]);
      });
    });

    it('reads only what follows, and proves the whole', async () => {
      const { checkpoints } = await parts();
      for (const [at, checkpoint] of checkpoints.entries()) {
        const position = at * 8 + 7;
        const { read, ...report } = await goOn(checkpoint, position);
        expect(read[0]).toBe(at < 3 ? position + 2 : undefined);
        expect(report).toMatchObject({
          isResumed: true,
          records: 16,
          provenRecords: 16,
          findings: [],
          streams: undefined,
        });
      }
    });

    it('finds what was altered after that part', async () => {
      const { checkpoints } = await parts();
      await whenAltered(async () => {
        await sql(`update event set data = '{"count": 9}' where stream = $1 and revision = 1`, [log.streams[2]]);
        const { findings, provenRecords } = await goOn(checkpoints[1]!, 15);
        expect(findings.map(({ kind }) => kind)).toEqual(['chain', 'changed']);
        expect(provenRecords).toBe(15);
      });
    });

    it('begins at the start if the part is not of this tree', async () => {
      const { checkpoints } = await parts();
      for (const other of [
        { size: 5, root: checkpoints[0]!.root },
        { size: 4, root: checkpoints[1]!.root },
        { size: 99, root: checkpoints[1]!.root },
      ]) {
        const { isResumed, read } = await goOn(other, 9);
        expect({ isResumed, events: read.length }).toEqual({ isResumed: false, events: 16 });
      }
    });

    it('verifies the chain of a stream that goes on, with the event before that part', async () => {
      const stream = `${cookieJar.category}-0`;
      const baked = { type: 'CookiesBaked', data: { count: 5 } } as const;
      const commandId = randomUUID();
      const { checkpoints } = await parts();
      await whenAltered(async () => {
        await handleCommand(log.store, {
          decider: cookieJar,
          id: '0',
          decide: () => [baked],
          context: { ...context, commandId },
        });
        expect((await goOn(checkpoints[3]!, 31)).findings).toEqual([]);
        await sql(
          `update event set metadata = jsonb_set(metadata, '{hash}', '"another"') where stream = $1 and revision = 4`,
          [stream],
        );
        expect((await goOn(checkpoints[3]!, 31)).findings).toEqual([
          { kind: 'chain', event: expect.objectContaining({ stream, revision: 4 }), reason: 'changed' },
        ]);
      });
    });

    it('takes no part that somebody without the key has written', async () => {
      const folder = new FolderInMemory();
      const part = { checkpoint: { size: 4, root: 'r'.repeat(32), at: at(5) }, position: 7 };
      expect(await readVerifiedPart(folder, [SIGNER.vkey])).toBeUndefined();
      await writeVerifiedPart(folder, SIGNER, part);
      expect(await readVerifiedPart(folder, [SIGNER.vkey])).toMatchObject(part);
      const own = folder.files.get('verified')!;
      folder.files.set('verified', Buffer.from(own.toString().replace('position 7', 'position 9')));
      expect(await readVerifiedPart(folder, [SIGNER.vkey])).toBeUndefined();
      await writeVerifiedPart(folder, new NoteSigner(SIGNER.name, Buffer.alloc(32, 9)), part);
      expect(await readVerifiedPart(folder, [SIGNER.vkey])).toBeUndefined();
      const viewings = new FolderInMemory('access-log');
      viewings.files.set('verified', own);
      expect(await readVerifiedPart(viewings, [SIGNER.vkey])).toBeUndefined();
      // Nor is it a checkpoint.
      expect(() => openCheckpoint(own.toString(), KEYS)).toThrow('No known key has signed the note');
      await forgetVerifiedPart(viewings);
      expect(viewings.files.size).toBe(0);
    });
  });

  describe('beside a folder that was altered too', () => {
    const copy = () => {
      const folder = new FolderInMemory();
      for (const [path, content] of log.folder.files) folder.files.set(path, Buffer.from(content));
      return folder;
    };

    it('finds the place where entries and log agree, and what was signed has something else', async () => {
      const folder = copy();
      const bundle = folder.files.get('tile/entries/000.p/16')!;
      const text = bundle.toString('latin1');
      const report = await whenAltered(async () => {
        await sql(`update event set recorded_at = to_timestamp(1700000000) where stream = $1 and revision = 1`, [
          log.streams[1],
        ]);
        const micros = /\["|\d{16}/g;
        const times = [...text.matchAll(micros)];
        folder.files.set(
          'tile/entries/000.p/16',
          Buffer.from(text.replace(times[5]![0], '1700000000000000'), 'latin1'),
        );
        expect((await verify(undefined, undefined, folder)).findings).toEqual([
          { kind: 'forged', record: place(1, 1), signed: signed(1) },
        ]);
        // With the tile as well, its root is not the one that was signed.
        const rebuilt = new FolderInMemory();
        await extend(log.store, rebuilt, at(3), SIGNER);
        for (const path of ['tile/entries/000.p/16', 'tile/0/000.p/16'])
          folder.files.set(path, rebuilt.files.get(path)!);
        const { findings, provenRecords } = await verify(undefined, undefined, folder);
        const [first, second] = [expect.objectContaining({ at: at(0) }), expect.objectContaining({ at: at(1) })];
        expect(findings).toEqual([{ kind: 'other-root', since: first, checkpoint: second }]);
        expect(provenRecords).toBe(4);
      });
      expect(report.findings).toHaveLength(1);
    });

    it('finds a folder that was made anew without the key, and with it by a checkpoint that was kept elsewhere', async () => {
      const kept = log.folder.files.get('checkpoint')!.toString();
      expect(openCheckpoint(kept, KEYS).size).toBe(16);
      await whenAltered(async () => {
        await sql(`update event set data = '{"count": 9}' where stream = $1 and revision = 0`, [log.streams[3]]);
        await rewriteChain(log.streams[3]!);
        const heads = new Map<string, StreamHead>();
        const foreign = new FolderInMemory();
        await extend(log.store, foreign, at(3), new NoteSigner(SIGNER.name, Buffer.alloc(32, 9)));
        expect((await verify(heads, undefined, foreign)).findings).toEqual([
          { kind: 'bad-checkpoint', path: 'checkpoints/2026-03-03', reason: 'No known key has signed the note' },
        ]);
        const own = new FolderInMemory();
        await extend(log.store, own, at(3), SIGNER);
        expect((await verify(heads, undefined, own)).findings).toEqual([]);
        const { findings } = await verify(heads, new Map([['kept.txt', kept]]), own);
        expect(findings).toEqual([expect.objectContaining({ kind: 'other-root' })]);
      });
    });

    it('finds that the log and its tree were cut, by a checkpoint that was kept elsewhere', async () => {
      const kept = log.folder.files.get('checkpoint')!.toString();
      await whenAltered(async () => {
        await sql('delete from event where position > 10');
        const own = new FolderInMemory();
        await extend(log.store, own, at(9), SIGNER);
        const { findings } = await verify(new Map(), new Map([['kept.txt', kept]]), own);
        expect(findings).toEqual([
          { kind: 'tree-shorter', size: 5, checkpoint: expect.objectContaining({ size: 16 }) },
        ]);
      });
    });

    it.each([
      ['entries that are missing', 'tile/entries/000.p/16', 16],
      ['hashes that are missing', 'tile/0/000.p/16', 16],
    ])('needs no %s for its proof, and names them', async (_, path, provenRecords) => {
      const folder = copy();
      folder.files.delete(path);
      const report = await verify(undefined, undefined, folder);
      expect(report).toMatchObject({ provenRecords, findings: [{ kind: 'bad-tile', path }] });
    });

    it('says that the log ends too early if the entries are missing as well', async () => {
      const folder = copy();
      folder.files.delete('tile/entries/000.p/16');
      await whenAltered(async () => {
        await sql('delete from event where position > 20');
        const { findings, provenRecords } = await verify(new Map(), undefined, folder);
        expect(findings).toContainEqual({ kind: 'log-shorter', records: 10, size: 16 });
        expect(provenRecords).toBe(8);
      });
    });
  });
});
