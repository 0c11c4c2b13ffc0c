import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@throughline/platform/testing';
import type { EventStore, ExpectedRevision } from '../event-store.js';
import { openEventStore } from '../open-event-store.js';
import { all, Follower } from '../testing/follower.js';
import { EventStoreDbDouble } from '../testing/eventstoredb-double/eventstoredb-double.js';
import { newEvent, newEvents } from '../testing/index.js';

describe('An append to EventStoreDB', () => {
  let double: EventStoreDbDouble;
  let store: EventStore;
  const open = (timeoutMs: number) => openEventStore(`esdb://127.0.0.1:${double.port}?tls=false`, { timeoutMs });

  beforeEach(async () => {
    double = await new EventStoreDbDouble().start();
    store = await open(60_000);
  });
  afterEach(async () => {
    await store.close();
    double.faults.thaw();
    double.kill();
  });

  it.each<[ExpectedRevision, number]>([
    ['no-stream', 2],
    ['any', 2],
  ])('at %s whose answer is lost is found, and not written again', async (expected, count) => {
    const events = newEvents(count);
    double.faults.answersToLose = 1;
    const answer = await store.append('jar-1', expected, events);
    const log = await all(store.readStream('jar-1'));
    expect(log.map(({ metadata }) => metadata.eventId)).toEqual(events.map(({ metadata }) => metadata.eventId));
    expect(answer).toEqual({ revision: count - 1, position: log.at(-1)!.position });
  });

  it('at any revision is not written again when a crash loses its answer and the server’s memory', async () => {
    double.faults.answersToLose = 1;
    double.faults.delayMs = 50;
    const appended = store.append('jar-1', 'any', newEvents(2));
    await until('it is written', () => double.log.stream('jar-1').length === 2);
    double.kill();
    await double.start();
    expect(await appended).toMatchObject({ revision: 1 });
    expect(double.log.stream('jar-1')).toHaveLength(2);
  });

  it('succeeds for one of two callers, and fails for the other, when an answer is lost', async () => {
    double.faults.answersToLose = 1;
    const [one, other] = [newEvents(1), newEvents(1)];
    const mine = store.append('jar-1', 'no-stream', one);
    const others = store.append('jar-1', 'no-stream', other);
    const outcomes = await Promise.allSettled([mine, others]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(double.log.stream('jar-1')).toHaveLength(1);
  });

  it('to a frozen server ends in time as unknown, and reports its true outcome when it is repeated', async () => {
    const impatient = await open(300);
    double.faults.freeze();
    const events = newEvents(2);
    await expect(impatient.append('jar-1', 'no-stream', events)).rejects.toMatchObject({ outcome: 'unknown' });
    double.faults.thaw();
    expect(await impatient.append('jar-1', 'no-stream', events)).toMatchObject({ revision: 1 });
    expect(double.log.stream('jar-1')).toHaveLength(2);
    await impatient.close();
  });

  it('does not fail when another client of this process fails', async () => {
    const otherClient = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${double.port}?tls=false`);
    double.faults.freeze();
    const theirs = otherClient.appendToStream('jar-1', jsonEvent({ type: 'Baked', data: {} }));
    const ours = store.append('jar-2', 'no-stream', newEvents(1));
    await until('both are on their way', () => double.faults.batches === 1 && double.faults.appends === 1);
    double.faults.thaw();
    await expect(theirs).rejects.toMatchObject({ type: 'unavailable' });
    expect(await ours).toMatchObject({ revision: 0 });
    expect(double.faults).toMatchObject({ batches: 1, appends: 1 });
    await otherClient.dispose();
  });

  it('waits for a server that refuses, and gives up in time', async () => {
    double.faults.refusing = true;
    const appended = store.append('jar-1', 'no-stream', newEvents(1));
    await until('it was refused', () => double.faults.refusals > 1);
    double.faults.refusing = false;
    expect(await appended).toMatchObject({ revision: 0 });

    const impatient = await open(400);
    double.faults.refusing = true;
    await expect(impatient.append('jar-1', 0, newEvents(1))).rejects.toMatchObject({ name: 'StoreUnavailable' });
    await impatient.close();
  });

  it('waits while the password is being changed, as reads and subscriptions do, and says what is wrong when it gives up', async () => {
    const impatient = await open(2_000);
    const follower = new Follower(store, { after: 0 });
    await until('it follows', () => double.faults.openSubscriptions > 0);
    double.faults.refusingSignIn = true;
    double.faults.dropSubscriptions();
    const cause = { message: 'EventStoreDB refuses the user or the password of EVENT_STORE_URL' };
    const reason = { name: 'StoreUnavailable', outcome: 'not-written', cause };
    const calls = [
      impatient.append('jar-1', 'any', newEvents(1)),
      all(impatient.readStream('jar-1')),
      impatient.head(),
    ];
    expect(await Promise.allSettled(calls)).toMatchObject(calls.map(() => ({ status: 'rejected', reason })));
    const before = double.faults.refusals;
    const waiting = store.append('jar-1', 'any', newEvents(1));
    await until('it was refused', () => double.faults.refusals > before);
    double.faults.refusingSignIn = false;
    expect(await waiting).toMatchObject({ revision: 0 });
    await until('it is seen', () => follower.events.length === 1);
    await follower.stop();
    await impatient.close();
  });

  it('goes to the leader when the server names another one', async () => {
    const leader = await new EventStoreDbDouble(double.log).start();
    double.faults.leader = { host: '127.0.0.1', port: leader.port };
    expect(await store.append('jar-1', 'no-stream', newEvents(1))).toMatchObject({ revision: 0 });
    expect(await all(store.readStream('jar-1'))).toHaveLength(1);
    leader.kill();
    double.faults.leader = undefined;
    expect(await store.append('jar-1', 0, newEvents(1))).toMatchObject({ revision: 1 });
  });

  it('finds another node of its cluster, and waits for one when there is none', async () => {
    const other = await new EventStoreDbDouble(double.log).start();
    const cluster = await openEventStore(`esdb://127.0.0.1:${double.port},127.0.0.1:${other.port}?tls=false`);
    await cluster.append('jar-1', 'no-stream', newEvents(1));
    double.kill();
    await cluster.append('jar-1', 0, newEvents(1));
    other.kill();
    const waiting = cluster.append('jar-1', 1, newEvents(1));
    await double.start();
    expect(await waiting).toMatchObject({ revision: 2 });
    await cluster.close();
  });

  it('of 2,000 at once blocks no other call', async () => {
    const appends = newEvents(2_000).map((event, id) => store.append(`jar-${id}`, 'no-stream', [event]));
    await expect(store.head()).resolves.toBeGreaterThanOrEqual(0);
    await Promise.all(appends);
    expect(await all(store.readAll({ after: 0 }))).toHaveLength(2_000);
  });

  it('that the server finds too large is refused as such', async () => {
    double.log.appendLimit = 1_000;
    const events = [newEvent({ text: 'x'.repeat(2_000) })];
    await expect(store.append('jar-1', 'no-stream', events)).rejects.toMatchObject({ name: 'EventTooLarge' });
  });
});
