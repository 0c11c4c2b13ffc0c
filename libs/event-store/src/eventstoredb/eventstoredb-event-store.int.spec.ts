import { openEventStore } from '../open-event-store.js';
import { eventStoreContract } from '../testing/event-store.contract-suite.js';
import { startServerUnderTest } from '../testing/eventstoredb-double/server-under-test.js';
import type { Engine } from '../testing/index.js';

async function startEventStoreDb(): Promise<Engine> {
  const server = await startServerUnderTest();
  return {
    port: server.port,
    concurrentAppends: server.concurrentAppends,
    open: ({ port, ...options } = {}) => openEventStore(port === undefined ? server.url : server.urlAt(port), options),
    crash: () => server.crash(),
    start: () => server.start(),
    remove: () => server.crash(),
  };
}

eventStoreContract('EventStoreDB', startEventStoreDb);
