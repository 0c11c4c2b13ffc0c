import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Writes the bytes and says how many it took, as `fs.writeSync` does. */
export type WriteBytes = (bytes: Uint8Array) => number;

/** Retries, and the milliseconds between them, for a line whose reader is behind (EAGAIN). */
const BEHIND = { attempts: 20, ms: 5 };
const NEWLINE = '\n';

/**
 * Where log lines go: straight to a file descriptor (stdout if not told otherwise). Logging never fails and never ends a process: a line that
 * cannot be written, since the disk is full or the reader is gone, is dropped and counted. The first line that can be written again
 * comes after one that says how many were dropped.
 */
export class LogDestination implements DestinationStream {
  #dropped = 0;
  /** A line was written in part: the next one begins with a line break. */
  #isCut = false;

  constructor(
    /** The line that tells of `count` dropped ones, without its line break. */
    private readonly tell: (count: number) => string,
    private readonly writeBytes: WriteBytes = (bytes) => writeSync(1, bytes),
  ) {}

  write(line: string): void {
    if (this.#dropped > 0 && this.#put(this.tell(this.#dropped) + NEWLINE)) this.#dropped = 0;
    if (this.#dropped > 0 || !this.#put(line)) this.#dropped += 1;
  }

  #put(line: string): boolean {
    let left: Uint8Array = Buffer.from(this.#isCut ? NEWLINE + line : line);
    const { length } = left;
    try {
      for (let behind = 0; left.length > 0;) {
        const taken = this.#take(left);
        if (taken === 0 && ++behind > BEHIND.attempts) break;
        left = left.subarray(taken);
      }
    } catch {
      // A full disk (ENOSPC, EDQUOT), a broken one (EIO), a reader that is gone (EPIPE).
    }
    if (left.length < length) this.#isCut = left.length > 0;
    return left.length === 0;
  }

  /** None while the reader is behind, after a short wait for it. */
  #take(bytes: Uint8Array): number {
    try {
      return this.writeBytes(bytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BEHIND.ms);
      return 0;
    }
  }
}
