export type * from './event-store.js';
export * from './errors.js';
export { isStrayRejection } from './eventstoredb/connection/outage.js';
export * from './open-event-store.js';
export { reachEventStoreDb } from './eventstoredb/connection/reach-eventstoredb.js';
export * from './handle-command.js';
export {
  canonicalJson,
  type ChainFault,
  type ChainReport,
  FIRST_HASH,
  hashOf,
  type StreamHead,
  verifyChain,
} from './chain.js';
export { StagedLog } from './staged-log.js';
export { copyLog, type CopyProgress } from './copy-log.js';
export { readEvents, type ReadState, readState, type Upcast } from './read-state.js';
export { derivedCommandId } from './uuid.js';
