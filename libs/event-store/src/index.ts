export * from './event-store.js';
export * from './errors.js';
export * from './open-event-store.js';
export { reachEventStoreDb } from './eventstoredb/reach-eventstoredb.js';
export * from './handle-command.js';
export * from './chain.js';
export { copyLog, type CopyProgress } from './copy-log.js';
export { readState, type Upcast } from './read-state.js';
export { derivedCommandId } from './uuid.js';
