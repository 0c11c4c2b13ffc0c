export * from './read-model-schema.js';
export * from './projections.js';
export * from './snapshot.js';
export {
  CheckpointMoved,
  cancelBuild,
  listProgress,
  moveCheckpoint,
  type ModelProgress,
  projectedPosition,
  readCheckpoint,
  resumeBuild,
} from './consumer/checkpoint.js';
export { type Batch, consume, type Consume } from './consumer/consume.js';
export * from './consumer/parked-stream.js';
export type { AnyProjection, FeedEntry, Projection } from './projecting/projection.js';
export { tableOf } from './projecting/projection.js';
export { type Applied, applyBatch } from './projecting/apply-batch.js';
export * from './projecting/build.js';
export * from './projecting/projected-position.js';
export * from './projecting/prepare.js';
export * from './projecting/retry-parked.js';
export * from './change-feed/change-feed.js';
export { type Compared, compareEntities, type StreamBegin } from './comparing/compare-entities.js';
export { type Comparing, findParked, type ModelFinding } from './comparing/comparing.js';
export { compareStep, readAlteredModels } from './comparing/compare-steadily.js';
export { REPAIR_WORDS, wordsOfModelFinding, wordsOfModels } from './comparing/finding-words.js';
export { findInventedRows, type RowCursor } from './comparing/invented-rows.js';
