import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Writes the bytes and returns how many were written, as `fs.writeSync` does. */
export type WriteBytes = (bytes: Uint8Array) => number;

/** Retries, and the milliseconds between them, for a line whose reader does not keep up (EAGAIN). */
const BEHIND = { attempts: 20, ms: 5 };
const NEWLINE = '\n';

/**
 * Writes log lines directly to a file descriptor (stdout by default). Logging never fails and never ends a process: a line that
 * cannot be written, because the disk is full or the reader has gone, is dropped and counted. The first line that can be written again
 * is preceded by one with the number of dropped lines.
 */
export class LogDestination implements DestinationStream {
  #dropped = 0;
  /** True if a line was partly written: the next one begins with a line break. */
  #isCut = false;

  constructor(
    /** The line that reports `count` dropped lines, without its line break. */
    private readonly lineOf: (count: number) => string,
    private readonly writeBytes: WriteBytes = (bytes) => writeSync(1, bytes),
  ) {}

  write(line: string): void {
    if (this.#dropped > 0 && this.#put(this.lineOf(this.#dropped) + NEWLINE)) this.#dropped = 0;
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
      // The disk is full (ENOSPC, EDQUOT) or broken (EIO), or the reader has gone (EPIPE).
    }
    if (left.length < length) this.#isCut = left.length > 0;
    return left.length === 0;
  }

  /** Returns 0 if the reader has not caught up after a short wait. */
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
