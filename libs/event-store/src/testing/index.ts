export type { Engine, HeldAppend, OpenOptions } from './engine.js';
export { newEvent, newEvents } from './new-event.js';
export { EventStoreDbDouble } from './eventstoredb-double/eventstoredb-double.js';
export { DoubleCluster } from './eventstoredb-double/double-cluster.js';
export { Wire } from './wire.js';
