import type { Position } from '@eventstore/db-client';
import { toPosition } from './recorded.js';

/**
 * The position up to which the checkpoints of a filtered subscription prove that the server has read. A subscription can resume after it.
 *
 * A live checkpoint, and some of a catch-up, is the position of an event that was read. Most of a catch-up have no prepare position:
 * such a checkpoint is a place in the log, and only the events before it have certainly been read. A subscription that resumes after it
 * may miss the event there. A place therefore counts as passed when the next one is reached.
 */
export class ScannedPosition {
  #passed = 0;
  #place = 0;

  /** All events up to here have been delivered. Never decreases. */
  get passed(): number {
    return this.#passed;
  }

  /** Throws `RangeError` for a checkpoint that is neither a place nor the position of an event. */
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
