import type { Position } from '@eventstore/db-client';
import { toPosition } from './recorded.js';

/**
 * How far the checkpoints of one filtered subscription prove that the server has looked, as a position to resume after.
 *
 * A live checkpoint, and some of a catch-up, is the position of an event that was looked at. Most of a catch-up have no prepare position:
 * such a checkpoint is a place in the log, and only what is before it is sure to have been looked at. A subscription that resumes after it
 * may miss the event there. A place is therefore passed when the next one is reached.
 */
export class ScannedPosition {
  #passed = 0;
  #place = 0;

  /** Nothing up to here is still to come. Never goes backwards. */
  get passed(): number {
    return this.#passed;
  }

  /** Throws `RangeError` for what is neither a place nor an event's position. */
  reach(checkpoint: Position): void {
    if (checkpoint.prepare !== 0n) return this.#pass(toPosition(checkpoint));
    const place = toPosition({ commit: checkpoint.commit, prepare: checkpoint.commit });
    if (place <= this.#place) return;
    this.#pass(this.#place);
    this.#place = place;
  }

  #pass(position: number): void {
    this.#passed = Math.max(this.#passed, position);
  }
}
