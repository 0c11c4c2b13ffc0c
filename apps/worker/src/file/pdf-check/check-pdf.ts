import { Worker } from 'node:worker_threads';
import type { FileFault } from '@throughline/domain';

export interface CheckLimits {
  readonly ms: number;
  /** Of the thread's heap; what it holds outside of that is bounded by `pdf-objects.ts`. */
  readonly megabytes: number;
  /** The built thread. */
  readonly thread?: URL;
}

/** The time is counted in so many pieces: a process that is frozen loses one, and no file is refused for it. */
const TICKS = 20;

const LIMITS: CheckLimits = { ms: 10_000, megabytes: 128 };

/**
 * `findPdfFault` in a thread of its own, which may take 10 s and 128 MB: a file that is made to take more is refused, and takes nobody
 * with it. Null: nothing was found.
 */
export function checkPdf(bytes: Uint8Array, limits: CheckLimits = LIMITS): Promise<FileFault | null> {
  const thread = new Worker(limits.thread ?? new URL('./check-pdf.thread.js', import.meta.url), {
    workerData: bytes,
    // It reads what anybody may have sent: nothing of the worker's settings is in its reach.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: 16 },
  });
  return new Promise<FileFault | null>((resolve, reject) => {
    let left = TICKS;
    const clock = setInterval(() => --left === 0 && resolve('too-complex'), limits.ms / TICKS);
    thread.once('message', resolve);
    thread.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve('too-complex');
      else reject(error);
    });
    thread.once('exit', () => reject(new Error('The check of a PDF ended without a word.')));
    thread.once('exit', () => clearInterval(clock));
  }).finally(() => thread.terminate());
}
