import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@throughline/platform/testing';
import type { EventStore, NewEvent } from '../event-store.js';
import { openEventStore } from '../open-event-store.js';
import { all, Follower } from '../testing/follower.js';
import { DoubleCluster } from '../testing/eventstoredb-double/double-cluster.js';
import { newEvents } from '../testing/index.js';

/** Commands succeed again at the latest this long after the cluster has a leader. */
const TAKEN_AGAIN_MS = 5_000;

/* An unhandled rejection during a test fails it. */
describe('EventStoreDB as a cluster', () => {
  let cluster: DoubleCluster;
  let store: EventStore;

  beforeEach(async () => {
    cluster = await DoubleCluster.start();
    store = await openEventStore(cluster.url, { timeoutMs: 10_000 });
    await store.append('jar-0', 'no-stream', newEvents(1));
  });
  afterEach(async () => {
    await store.close();
    await cluster[Symbol.asyncDispose]();
  });

  const idsOf = (events: readonly NewEvent[]) => events.map(({ metadata }) => metadata.eventId);
  const inLog = async (stream: string) => (await all(store.readStream(stream))).map(({ metadata }) => metadata.eventId);

  /** A client that sends commands with a short timeout one after another, as people do. */
  async function whileSomebodySends(
    patienceMs: number,
    untilIt: (taken: () => number) => Promise<void>,
  ): Promise<void> {
    const impatient = await openEventStore(cluster.url, { timeoutMs: patienceMs });
    let [taken, stopped] = [0, false];
    const sending = (async () => {
      for (let n = 0; !stopped; n++) {
        await impatient.append(`jar-sent-${n}`, 'no-stream', newEvents(1)).then(
          () => taken++,
          () => undefined,
        );
      }
    })();
    await untilIt(() => taken);
    stopped = true;
    await sending;
    await impatient.close();
  }

  it('keeps each append’s own time-out when a discovery is answered after its channel was closed', async () => {
    const impatient = await openEventStore(cluster.url, { timeoutMs: 600 });
    await impatient.append('jar-1', 'no-stream', newEvents(1));
    for (const follower of cluster.followers) cluster.freeze(follower);
    await cluster.kill(cluster.leader);
    const first = impatient.append('jar-1', 0, newEvents(1)).catch(() => undefined);
    await pause(100); // until the client looks for another leader
    const began = performance.now();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => impatient.append(`jar-late-${n}`, 'no-stream', newEvents(1))),
    );
    expect(performance.now() - began).toBeLessThan(3_000);
    await first;
    // These appends waited for a connection; they failed, and are not sent when there is one again.
    const notWritten = { status: 'rejected', reason: { name: 'StoreUnavailable', outcome: 'not-written' } };
    expect(outcomes).toMatchObject(outcomes.map(() => notWritten));
    for (const follower of cluster.followers) cluster.thaw(follower);
    cluster.elect(cluster.followers[0]!);
    expect(await store.append('jar-2', 'no-stream', newEvents(1))).toMatchObject({ revision: 0 });
    expect((await all(store.readAll({ after: 0 }))).filter(({ stream }) => stream.startsWith('jar-late'))).toEqual([]);
    await impatient.close();
  });

  it.each(['killed', 'frozen', 'cut off'] as const)(
    'takes commands again soon after an election, when the leader was %s and comes back believing in itself',
    async (how) => {
      const [old, next] = [cluster.leader, cluster.followers[1]!];
      await whileSomebodySends(3_000, async (taken) => {
        await until('commands are taken', () => taken() > 3);
        if (how === 'killed') await cluster.kill(old);
        else if (how === 'frozen') cluster.freeze(old);
        else cluster.cutOff(old);
        // Longer than the timeout of a command, and as long as the real cluster needs.
        await pause(4_500);
        cluster.loseLeader();
        await pause(1_000);
        cluster.elect(next);
        const before = taken();
        const since = performance.now();
        await until('commands are taken again', () => taken() > before + 3);
        expect(performance.now() - since).toBeLessThan(TAKEN_AGAIN_MS);
        if (how === 'frozen') cluster.thaw(old);
        if (how === 'killed') await cluster.restart(old);
        const beforeItsReturn = taken();
        await until('commands are taken', () => taken() > beforeItsReturn + 3);
        cluster.join(old);
        const beforeItJoins = taken();
        await until('commands are taken', () => taken() > beforeItJoins + 3);
      });
    },
  );

  it('takes commands again soon after it has a leader, when all nodes were away for long', async () => {
    const impatient = await openEventStore(cluster.url, { timeoutMs: 1_000 });
    const old = cluster.leader;
    for (const node of cluster.nodes) await cluster.kill(node);
    // Each failed connection makes gRPC wait longer before its next try: two seconds and more after these five.
    for (let n = 0; n < 5; n++) {
      const appended = impatient.append('jar-1', 'no-stream', newEvents(1));
      await expect(appended).rejects.toMatchObject({ name: 'StoreUnavailable' });
    }
    for (const node of cluster.nodes) await cluster.restart(node);
    cluster.elect(old);
    const since = performance.now();
    await until('a command is taken', () =>
      impatient.append('jar-2', 'no-stream', newEvents(1)).then(
        () => true,
        () => false,
      ),
    );
    expect(performance.now() - since).toBeLessThan(TAKEN_AGAIN_MS);
    await impatient.close();
  });

  it('writes once what only a deposed leader had, whose log is truncated', async () => {
    const old = cluster.leader;
    const events = newEvents(2);
    cluster.cutOff(old);
    const appended = store.append('jar-1', 'no-stream', events);
    await until('the old leader has it', () => old.double.faults.appends === 2);
    expect(cluster.log.stream('jar-1')).toEqual([]);
    cluster.elect(cluster.followers[0]!);
    cluster.join(old);
    expect(await appended).toMatchObject({ revision: 1 });
    expect(await inLog('jar-1')).toEqual(idsOf(events));
    expect(await store.append('jar-1', 1, newEvents(1))).toMatchObject({ revision: 2 });
  });

  it('reports an append without a quorum as unknown, and finds it written once when there is one', async () => {
    const impatient = await openEventStore(cluster.url, { timeoutMs: 3_000 });
    for (const follower of cluster.followers) cluster.freeze(follower);
    const events = newEvents(1);
    await expect(impatient.append('jar-1', 'no-stream', events)).rejects.toMatchObject({
      name: 'StoreUnavailable',
      outcome: 'unknown',
    });
    expect(cluster.log.stream('jar-1')).toEqual([]);
    for (const follower of cluster.followers) cluster.thaw(follower);
    expect(await impatient.append('jar-1', 'no-stream', events)).toMatchObject({ revision: 0 });
    expect(await inLog('jar-1')).toEqual(idsOf(events));
    await impatient.close();
  });

  it('does not read from a follower that lags, although the URL names it first', async () => {
    const behind = cluster.followers.at(-1)!;
    cluster.cutOff(behind);
    const { port } = behind;
    const others = cluster.nodes.filter((node) => node !== behind).map((node) => `127.0.0.1:${node.port}`);
    const urls = [`esdb://127.0.0.1:${port},${others.join(',')}?tls=false`, `esdb://127.0.0.1:${port}?tls=false`];
    for (const [n, url] of [...urls, `esdb+discover://127.0.0.1:${port}?tls=false`].entries()) {
      const other = await openEventStore(url, { timeoutMs: 5_000 });
      const events = newEvents(1);
      const { position } = await other.append(`jar-1${n}`, 'no-stream', events);
      expect((await all(other.readStream(`jar-1${n}`))).map(({ metadata }) => metadata.eventId)).toEqual(idsOf(events));
      expect(await other.head()).toBe(position);
      await other.close();
    }
  });

  it('delivers every event once and in order over changes of the leader', async () => {
    const followers = [new Follower(store, { after: 0, categories: ['jar'] }), new Follower(store, { after: 0 })];
    const acknowledged: string[] = [];
    const write = async (n: number) => {
      const events = newEvents(3);
      await store.append(`jar-w-${n}`, 'no-stream', events);
      acknowledged.push(...idsOf(events));
    };
    const old = cluster.leader;
    for (let n = 0; n < 20; n++) await write(n);
    cluster.elect(cluster.followers[0]!); // it resigned
    for (let n = 20; n < 40; n++) await write(n);
    const second = cluster.leader;
    cluster.cutOff(second);
    cluster.elect(old);
    for (let n = 40; n < 60; n++) await write(n);
    cluster.join(second);
    await cluster.kill(old);
    cluster.elect(second);
    for (let n = 60; n < 80; n++) await write(n);
    const log = await all(store.readAll({ after: 0 }));
    expect(log.slice(1).map(({ metadata }) => metadata.eventId)).toEqual(acknowledged);
    for (const follower of followers) {
      await until('all is seen', () => follower.position === log.at(-1)!.position);
      await follower.stop();
      expect(follower.events).toEqual(log);
    }
  });
});
