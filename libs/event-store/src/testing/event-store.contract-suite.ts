import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe } from '@jest/globals';
import type { EventStore } from '../event-store.js';
import { appendContract } from './append.contract-suite.js';
import type { Bench, Engine } from './engine.js';
import { outageContract } from './outage.contract-suite.js';
import { readContract } from './read.contract-suite.js';
import { subscribeContract } from './subscribe.contract-suite.js';

/** The promises of the port, the same for every engine. */
export function eventStoreContract(name: string, startEngine: () => Promise<Engine>): void {
  describe(`Event store on ${name}`, () => {
    let engine: Engine;
    let store: EventStore;
    const opened: EventStore[] = [];

    beforeAll(async () => {
      engine = await startEngine();
      store = await engine.open();
    });
    afterEach(() => Promise.all(opened.splice(0).map((other) => other.close())));
    afterAll(async () => {
      await store.close();
      await engine.remove();
    });

    const bench: Bench = {
      get engine() {
        return engine;
      },
      get store() {
        return store;
      },
      async open(options) {
        const other = await engine.open(options);
        opened.push(other);
        return other;
      },
      category: () => `c${randomBytes(6).toString('hex')}`,
    };
    appendContract(bench);
    readContract(bench);
    subscribeContract(bench);
    outageContract(bench);
  });
}
