import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@throughline/platform/testing';
import type { EventStore } from '../event-store.js';
import { openEventStore } from '../open-event-store.js';
import { all, Follower } from '../testing/follower.js';
import { EventStoreDbDouble } from '../testing/eventstoredb-double/eventstoredb-double.js';
import { newEvent, newEvents } from '../testing/index.js';

describe('A subscription to EventStoreDB', () => {
  let double: EventStoreDbDouble;
  let store: EventStore;

  beforeEach(async () => {
    double = await new EventStoreDbDouble().start();
    store = await openEventStore(`esdb://127.0.0.1:${double.port}?tls=false`, { timeoutMs: 20_000 });
  });
  afterEach(async () => {
    await store.close();
    double.kill();
  });

  const caughtUp = (follower: Follower) =>
    until('it has caught up', () => follower.messages.at(-1)?.type === '$caughtUp');

  async function sawAll(follower: Follower): Promise<void> {
    const log = await all(store.readAll({ after: 0 }));
    // A subscription that has ended would be waited for in vain.
    const ended = follower.ended.then(() => Promise.reject(new Error('It has ended.')));
    await Promise.race([ended, until('all is seen', () => follower.position === log.at(-1)!.position)]);
    await follower.stop();
    expect(follower.events).toEqual(log);
  }

  it.each([undefined, ['jar', 'other']])(
    'loses and repeats nothing of a burst that drops it, with categories %j',
    async (categories) => {
      const follower = new Follower(store, { after: 0, ...(categories && { categories }) });
      await caughtUp(follower);
      for (let burst = 0; burst < 3; burst++) {
        await store.append(`jar-${burst}`, 'no-stream', newEvents(500));
        await Promise.all(newEvents(100).map((event) => store.append(`other-${burst}`, 'any', [event])));
      }
      expect(double.faults.drops).toBeGreaterThan(0);
      await sawAll(follower);
    },
  );

  it.each([true, false])(
    'loses and repeats nothing of 16 writers of 3 events each, whether they drop it: %s',
    async (drops) => {
      if (!drops) double.faults.liveBuffer = Infinity;
      const follower = new Follower(store, { after: 0 });
      await caughtUp(follower);
      let written = 0;
      const burst = () =>
        Promise.all(Array.from({ length: 16 }, () => store.append(`jar-${written++}`, 'no-stream', newEvents(3))));
      if (drops) await until('it was dropped', async () => burst().then(() => double.faults.drops > 0));
      await burst();
      await sawAll(follower);
      expect(follower.events).toHaveLength(3 * written);
      expect(double.faults.drops > 0).toBe(drops);
    },
  );

  it('continues after each of many drops, also in the middle of an append', async () => {
    const follower = new Follower(store, { after: 0 });
    await caughtUp(follower);
    for (let round = 0; round < 10; round++) {
      const seen = follower.events.length;
      const appended = store.append(`jar-${round}`, 'no-stream', newEvents(20));
      await until('some of it is seen', () => follower.events.length > seen);
      double.faults.dropSubscriptions();
      await appended;
    }
    await sawAll(follower);
  });

  it('leaves no call open on the server, however it ends', async () => {
    await store.append('jar-1', 'no-stream', newEvents(3));
    const signal = new AbortController().signal;
    for await (const _ of store.subscribe({ after: 0, signal })) break;
    for await (const _ of store.readAll({ after: 0, filter: { categories: ['jar'] } })) break;
    const follower = new Follower(store, { after: 0 });
    await caughtUp(follower);
    double.faults.dropSubscriptions();
    await store.append('jar-1', 2, newEvents(1));
    await sawAll(follower);
    await until('none is open', () => double.faults.openSubscriptions === 0);
    expect(double.faults.drops).toBe(1);
  });

  it('is resumed when it goes silent', async () => {
    const follower = new Follower(store, { after: 0 });
    await caughtUp(follower);
    double.faults.silenceSubscriptions();
    await store.append('jar-1', 'no-stream', newEvents(3));
    await sawAll(follower);
  });

  it('waits for a server that refuses, freezes or goes away, and ends at once when it is aborted meanwhile', async () => {
    const [waiting, ending] = [new Follower(store, { after: 0 }), new Follower(store, { after: 0 })];
    await Promise.all([caughtUp(waiting), caughtUp(ending)]);
    double.faults.refusing = true;
    double.faults.dropSubscriptions();
    await until('the drop has arrived', () => double.faults.refusals > 0);
    await ending.stop();
    double.faults.refusing = false;
    await store.append('jar-1', 'no-stream', newEvents(3));
    await until('it is back', () => waiting.events.length === 3);

    double.kill();
    await double.start();
    await store.append('jar-1', 2, newEvents(3));
    await sawAll(waiting);
  });

  it('skips the server’s own events, which are no part of the log', async () => {
    expect(await store.head()).toBe(0);
    await store.append('jar-1', 'no-stream', newEvents(1));
    for (let written = 0; written < 20; written++) double.log.writeSystemEvent();
    const [event] = await all(store.readAll({ after: 0 }));
    expect(await store.head()).toBe(event!.position);
    const follower = new Follower(store, { after: 0 });
    await caughtUp(follower);
    await follower.stop();
    expect(follower.events).toEqual([event]);
    expect(follower.position).toBe(event!.position);
  });

  it('skips a long stretch of events outside its filter without reading them', async () => {
    await store.append('jar-1', 'no-stream', newEvents(1));
    for (let id = 0; id < 20; id++) await store.append(`other-${id}`, 'no-stream', newEvents(500));
    const follower = new Follower(store, { after: 0, categories: ['jar'] });
    await caughtUp(follower);
    await follower.stop();
    expect(follower.position).toBe(await store.head());
    const checkpoints = follower.messages.filter(({ type }) => type === '$checkpoint');
    expect(checkpoints.length).toBeGreaterThan(1);
    expect(checkpoints.length).toBeLessThan(5);
  });

  it('with a filter receives next to nothing outside its filter', async () => {
    const follower = new Follower(store, { after: 0, categories: ['jar'] });
    await caughtUp(follower);
    const { eventsSent, reads } = double.faults;
    for (let id = 0; id < 2_000; id++) await store.append(`other-${id}`, 'no-stream', newEvents(1));
    const head = double.log.records.at(-1)!.position;
    await until('it has passed them', () => follower.position === head);
    await follower.stop();
    expect(double.faults.eventsSent - eventsSent).toBeLessThan(50);
    expect(double.faults.reads - reads).toBeLessThan(100);
  });

  it('rejects a position of another log', async () => {
    await store.append('jar-1', 'no-stream', newEvents(1));
    const follower = new Follower(store, { after: 17 });
    await expect(follower.ended).rejects.toThrow('No subscription after 17');
  });

  it('does not go backwards: a position beyond the log, and then an event before it, are of two logs', async () => {
    await store.append('jar-1', 'no-stream', newEvents(1));
    const follower = new Follower(store, { after: 1_000_000 });
    await caughtUp(follower);
    await store.append('jar-1', 0, newEvents(1));
    await expect(follower.ended).rejects.toThrow('No subscription after 1000000');
    expect(follower.events).toEqual([]);
  });

  it.each([false, true])(
    'can be resumed at every position that it reports over a long stretch, also if checkpoints are ahead: %s',
    async (checkpointsAhead) => {
      double.faults.checkpointsAhead = checkpointsAhead;
      // Some of these are exactly at the position that the server has reached when it sends a checkpoint.
      const forIt = [4_096, 8_192, 12_000, 16_384, 20_479];
      for (let n = double.log.records.length; n < 26_000; n++) {
        const { type, metadata } = newEvent();
        const stream = forIt.includes(n) ? 'jar-1' : `other-${n}`;
        const sent = { id: metadata.eventId, type, contentType: 'application/json', data: Buffer.from('{}') };
        double.log.append(stream, 'any', [{ ...sent, metadata: Buffer.from(JSON.stringify(metadata)) }]);
      }
      const follower = new Follower(store, { after: 0, categories: ['jar'] });
      await caughtUp(follower);
      await follower.stop();
      expect(follower.events).toEqual(await all(store.readStream('jar-1')));
      expect(follower.messages.some(({ type }) => type === '$checkpoint')).toBe(true);

      let [named, seen] = [0, 0];
      for (const message of follower.messages) {
        if (message.type === '$events') seen += message.events.length;
        const after = message.type === '$events' ? message.events.at(-1)!.position : message.position;
        expect(after).toBeGreaterThanOrEqual(named);
        named = after;
        const rest = await all(store.readAll({ after, filter: { categories: ['jar'] } }));
        expect(rest).toEqual(follower.events.slice(seen));
      }
    },
  );
});
