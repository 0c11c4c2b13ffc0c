import { EventStoreDBClient } from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SYSTEM_ACTOR } from '@throughline/domain/kernel';
import { randomUUID } from 'node:crypto';
import { until } from '@throughline/platform/testing';
import { verifyChain } from '../chain.js';
import type { EventStore } from '../event-store.js';
import { type CommandContext, handleCommand } from '../handle-command.js';
import { openEventStore } from '../open-event-store.js';
import { all, Follower } from '../testing/follower.js';
import { cookieJar } from '../testing/cookie-jar.js';
import { EventStoreDbDouble } from '../testing/eventstoredb-double/eventstoredb-double.js';
import { newEvents } from '../testing/index.js';

/* The product never deletes a stream; an operator can. The chain then shows that the past is missing. */
describe('A stream that was deleted by hand', () => {
  let double: EventStoreDbDouble;
  let store: EventStore;
  let operator: EventStoreDBClient;
  const stream = 'cookieJar-1';

  beforeEach(async () => {
    double = await new EventStoreDbDouble().start();
    const url = `esdb://127.0.0.1:${double.port}?tls=false`;
    store = await openEventStore(url, { timeoutMs: 60_000 });
    operator = EventStoreDBClient.connectionString(url);
  });
  afterEach(async () => {
    await Promise.all([store.close(), operator.dispose()]);
    double.kill();
  });

  const revisions = async (range?: { from?: number; to?: number; backwards?: boolean }) =>
    (await all(store.readStream(stream, range))).map(({ revision }) => revision);

  const context = (commandId: string = randomUUID()): CommandContext => ({
    commandId,
    actor: SYSTEM_ACTOR,
    at: '2026-01-31T12:00:00.000Z',
    correlationId: randomUUID(),
    causationId: null,
  });
  const bake = (itsContext = context()) =>
    handleCommand(store, {
      decider: cookieJar,
      id: '1',
      command: { type: 'BakeCookies', count: 2 },
      context: itsContext,
    });

  it('is empty, and an append to its start continues the revision numbers', async () => {
    await store.append(stream, 'no-stream', newEvents(5));
    await operator.deleteStream(stream);
    expect(await revisions()).toEqual([]);
    expect(await store.append(stream, 'no-stream', newEvents(2))).toMatchObject({ revision: 6 });
    expect(await revisions()).toEqual([5, 6]);
    expect(await revisions({ backwards: true })).toEqual([6, 5]);
    expect(await revisions({ to: 5 })).toEqual([5]);
    expect(await revisions({ to: 3 })).toEqual([]);
    expect(await revisions({ to: 3, backwards: true })).toEqual([]);
    expect(await store.append(stream, 6, newEvents(1))).toMatchObject({ revision: 7 });
  });

  it('is still complete in the log, so that a rebuild finds its events', async () => {
    await store.append(stream, 'no-stream', newEvents(5));
    await operator.deleteStream(stream);
    await store.append(stream, 'no-stream', newEvents(1));
    expect((await all(store.readAll({ after: 0 }))).map(({ revision }) => revision)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('starts again once, also when the answer is lost', async () => {
    await store.append(stream, 'no-stream', newEvents(5));
    await operator.deleteStream(stream);
    double.faults.answersToLose = 1;
    expect(await store.append(stream, 'no-stream', newEvents(2))).toMatchObject({ revision: 6 });
    expect(await revisions()).toEqual([5, 6]);
  });

  it('accepts a new command as its first, answers it as usual, and its chain reports that the past is missing', async () => {
    await bake();
    const { revision, position, events } = await bake();
    const seen = { revision, position: position!, hash: events[0]!.metadata.hash };
    await operator.deleteStream(stream);
    expect(await verifyChain(store, stream)).toMatchObject({ ok: true, events: 0 });
    expect(await verifyChain(store, stream, seen)).toEqual({ ok: false, revision: 0, reason: 'cut' });

    const itsContext = context();
    const repeated = await bake(itsContext);
    expect(repeated).toMatchObject({ revision: 2, replayed: false, events: [{ revision: 2 }] });
    expect(await bake(itsContext)).toEqual({ ...repeated, replayed: true });
    expect(await bake()).toMatchObject({ revision: 3 });
    const missing = { ok: false, revision: 0, reason: 'missing' };
    expect(await verifyChain(store, stream)).toEqual(missing);
    expect(await verifyChain(store, stream, seen)).toEqual(missing);
  });

  it('refuses the command that had written it, at once: the server knows its events, and nobody can read them', async () => {
    const itsContext = context();
    await bake(itsContext);
    await operator.deleteStream(stream);
    await expect(bake(itsContext)).rejects.toMatchObject({ name: 'StreamDeleted', stream });
    expect(double.faults.appends).toBe(2);
    expect(await revisions()).toEqual([]);
  });

  it('permanently is empty, accepts nothing more, and its tombstone is no event of the log', async () => {
    const { revision, position, events } = await bake();
    const follower = new Follower(store, { after: 0 });
    await operator.tombstoneStream(stream);
    expect(await revisions()).toEqual([]);
    await expect(bake()).rejects.toMatchObject({ name: 'StreamDeleted', stream });
    await expect(store.append(stream, 'any', newEvents(1))).rejects.toMatchObject({ name: 'StreamDeleted' });
    const seen = { revision, position: position!, hash: events[0]!.metadata.hash };
    expect(await verifyChain(store, stream, seen)).toEqual({ ok: false, revision: 0, reason: 'cut' });

    await store.append('cookieJar-2', 'no-stream', newEvents(1));
    await until('the next is seen', () => follower.events.some((event) => event.stream === 'cookieJar-2'));
    await follower.stop();
    expect(follower.events).toEqual(await all(store.readAll({ after: 0 })));
    expect(follower.events).toHaveLength(2);
  });
});
