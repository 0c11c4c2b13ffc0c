import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openEventStore } from '../../open-event-store.js';
import { EventStoreDbDouble } from '../../testing/eventstoredb-double/eventstoredb-double.js';
import { newEvents } from '../../testing/index.js';

describe('The head of EventStoreDB’s log', () => {
  let double: EventStoreDbDouble;
  beforeEach(async () => {
    double = await new EventStoreDbDouble().start();
  });
  afterEach(() => double.kill());

  it('is found in few reads behind the server’s own events of a quiet month, and then in one or two', async () => {
    const quiet = () => {
      for (let written = 0; written < 5_000; written++) double.log.writeSystemEvent();
    };
    quiet();
    const store = await openEventStore(`esdb://127.0.0.1:${double.port}?tls=false`);
    expect(await store.head()).toBe(0);
    const { position } = await store.append('jar-1', 'no-stream', newEvents(1));
    expect(await store.head()).toBe(position);
    quiet();
    const before = double.faults.reads;
    expect(await store.head()).toBe(position);
    expect(double.faults.reads - before).toBeLessThan(20);
    double.log.writeSystemEvent();
    const again = double.faults.reads;
    expect(await store.head()).toBe(position);
    expect(double.faults.reads - again).toBeLessThanOrEqual(2);
    await store.close();
  });
});
