import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM_ACTOR } from '@throughline/domain/kernel';
import { testDatabase } from '@throughline/platform/testing';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { verifyChain } from './chain.js';
import type { EventStore } from './event-store.js';
import { handleCommand } from './handle-command.js';
import { openEventStore } from './open-event-store.js';
import { cookieJar } from './testing/cookie-jar.js';

describe('Hash chain', () => {
  let store: EventStore;
  let intruder: pg.Client;

  beforeAll(async () => {
    const url = await testDatabase();
    store = await openEventStore(url);
    intruder = new pg.Client(url);
    await intruder.connect();
  });
  afterAll(async () => {
    await store.close();
    await intruder.end();
  });

  /** A stream of six events, revisions 0 to 5, written by five commands. */
  async function filledJar(): Promise<string> {
    const id = randomUUID();
    const context = {
      actor: SYSTEM_ACTOR,
      at: '2026-01-31T12:00:00.000Z',
      correlationId: randomUUID(),
      causationId: null,
    };
    const baked = { type: 'CookiesBaked', data: { count: 5 } } as const;
    const handle = (decide: () => (typeof baked)[]) =>
      handleCommand(store, { decider: cookieJar, id, decide, context: { ...context, commandId: randomUUID() } });
    await handle(() => [baked, baked]);
    for (let index = 2; index < 6; index++) await handle(() => [baked]);
    return `${cookieJar.category}-${id}`;
  }

  const tamper = (sql: string, stream: string) =>
    intruder.query(`${sql.replace('event', 'event_store.event')}`, [stream]);

  it('is sound as written, and empty where there is no stream', async () => {
    const report = await verifyChain(store, await filledJar());
    expect(report).toEqual({ ok: true, events: 6, lastHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await verifyChain(store, 'cookieJar-none')).toEqual({ ok: true, events: 0, lastHash: '' });
  });

  it.each([
    ['data', `update event set data = '{"count": 6}' where stream = $1 and revision = 3`],
    ['type', `update event set type = 'CookieEaten' where stream = $1 and revision = 3`],
    [
      'actor',
      `update event set metadata = jsonb_set(metadata, '{actor,role}', '"ops"') where stream = $1 and revision = 3`,
    ],
    [
      'time',
      `update event set metadata = jsonb_set(metadata, '{at}', '"2026-02-01"') where stream = $1 and revision = 3`,
    ],
    ['hash', `update event set metadata = jsonb_set(metadata, '{hash}', '""') where stream = $1 and revision = 3`],
  ])('finds a changed %s', async (_, sql) => {
    const stream = await filledJar();
    await tamper(sql, stream);
    expect(await verifyChain(store, stream)).toEqual({ ok: false, revision: 3, reason: 'changed' });
  });

  it.each([
    [0, 1],
    [2, 3],
    [1, 5],
  ])('finds events %i and %i in each other’s place', async (one, other) => {
    const stream = await filledJar();
    const swap = `update event set revision = case revision when ${one} then ${other} else ${one} end
                  where stream = $1 and revision in (${one}, ${other})`;
    await intruder.query('alter table event_store.event drop constraint if exists event_stream_revision_key');
    await tamper(swap, stream);
    expect(await verifyChain(store, stream)).toEqual({ ok: false, revision: one, reason: 'reordered' });
  });

  it.each([
    ['the first', 0],
    ['one in the middle', 3],
  ])('finds %s missing', async (_, revision) => {
    const stream = await filledJar();
    await tamper(`delete from event where stream = $1 and revision = ${revision}`, stream);
    expect(await verifyChain(store, stream)).toEqual({ ok: false, revision, reason: 'missing' });
  });

  it('finds one removed by renumbering what follows', async () => {
    const stream = await filledJar();
    await tamper('delete from event where stream = $1 and revision = 3', stream);
    await tamper('update event set revision = revision - 1 where stream = $1 and revision = 4', stream);
    expect(await verifyChain(store, stream)).toEqual({ ok: false, revision: 3, reason: 'changed' });
  });

  it('finds an event put before the one that it follows in the whole log', async () => {
    const stream = await filledJar();
    await tamper('update event set position = -position where stream = $1 and revision = 3', stream);
    expect(await verifyChain(store, stream)).toEqual({ ok: false, revision: 3, reason: 'reordered' });
  });

  it('does not detect a missing tail on its own, but counts the events', async () => {
    const stream = await filledJar();
    await tamper('delete from event where stream = $1 and revision >= 4', stream);
    expect(await verifyChain(store, stream)).toMatchObject({ ok: true, events: 4 });
  });

  describe('compared with the events that were seen', () => {
    async function headOf(stream: string, at: number) {
      for await (const { revision, position, metadata } of store.readStream(stream, { from: at, to: at })) {
        return { revision, position, hash: metadata.hash };
      }
      throw new Error(`${stream} has no event ${at}`);
    }

    it('is sound when the log has grown since', async () => {
      const stream = await filledJar();
      expect(await verifyChain(store, stream, await headOf(stream, 3))).toMatchObject({ ok: true, events: 6 });
      expect(await verifyChain(store, stream, await headOf(stream, 5))).toMatchObject({ ok: true, events: 6 });
    });

    it('detects that a tail was cut off, or the whole stream', async () => {
      const stream = await filledJar();
      const seen = await headOf(stream, 5);
      await tamper('delete from event where stream = $1 and revision >= 4', stream);
      expect(await verifyChain(store, stream, seen)).toEqual({ ok: false, revision: 4, reason: 'cut' });
      await tamper('delete from event where stream = $1', stream);
      expect(await verifyChain(store, stream, seen)).toEqual({ ok: false, revision: 0, reason: 'cut' });
    });

    it('finds a past that was rewritten with recomputed hashes', async () => {
      const [stream, other] = [await filledJar(), await filledJar()];
      const seen = { ...(await headOf(stream, 5)), hash: (await headOf(other, 5)).hash };
      expect(await verifyChain(store, stream, seen)).toEqual({ ok: false, revision: 5, reason: 'rewritten' });
    });

    it('finds the last event moved in the whole log', async () => {
      const stream = await filledJar();
      const seen = await headOf(stream, 5);
      await tamper('update event set position = position + 1000000 where stream = $1 and revision = 5', stream);
      expect(await verifyChain(store, stream, seen)).toEqual({ ok: false, revision: 5, reason: 'reordered' });
    });
  });
});
