import type { Recorded } from '@throughline/domain';
import type { Poisoned } from './fold-batch.js';

export interface Batch {
  /** Where the checkpoints stand: exclusive. */
  readonly after: number;
  /** Where they stand afterwards; the position of the last event, or of what a filter passed over. */
  readonly upTo: number;
  readonly events: readonly Recorded[];
}

export interface Applied {
  /** What was parked now, to be logged. */
  readonly parked: readonly (Poisoned & { readonly table: string })[];
  /** Changes that people are told of. */
  readonly changes: number;
}

/** `model by model`: to find out which of them has the row that the database refuses. */
export type Saving = 'at once' | 'model by model';
