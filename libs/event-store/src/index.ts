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
export {
  entryOf,
  entryText,
  eventLog,
  hasEntry,
  type LogEntry,
  parseEntry,
  type ProvableLog,
  type RecordPlace,
  textOfEntry,
} from './proof/log-entry.js';
export { EntryProver, NotProven, type ProvenEntry, type SoughtEntry, verifyEntryProof } from './proof/entry-proof.js';
export { LogTree, readTreeState, TreeAltered, treeSigner } from './proof/log-tree.js';
export { readAltered, sampleLog } from './proof/sample-log.js';
export { InvalidNote, NoteSigner, openNote, parseVerifier } from './proof/signed-note.js';
export {
  type AskedWitness,
  askWitness,
  beginsWith,
  cosignedCheckpoint,
  isCosignedBy,
  NotCosigned,
  readWitnesses,
  Witness,
  type WitnessState,
} from './proof/witness.js';
export { isTilePath } from './proof/tile.js';
export {
  CHECKPOINT_PATH,
  openTreeFolder,
  type ProvenLog,
  readRefusal,
  type TreeFolder,
  writeRefusal,
} from './proof/tree-folder.js';
export { checkpointKeys, openCheckpoint, type CheckpointKeys, type OpenedCheckpoint } from './proof/checkpoint.js';
export { type SignedBetween, VerifiedTree } from './proof/verified-tree.js';
export { type EventsReport, verifyEvents } from './proof/verify-events.js';
export { forgetVerifiedPart, readVerifiedPart, type VerifiedPart, writeVerifiedPart } from './proof/verified-part.js';
export { type AlteredPart, type Finding, type LogReport, type OnProgress, verifyLog } from './proof/verify-log.js';
export { readEvents, type ReadState, readState, type Upcast } from './read-state.js';
export { derivedCommandId } from './uuid.js';
