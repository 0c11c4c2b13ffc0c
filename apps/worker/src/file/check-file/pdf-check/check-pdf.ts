import { Worker } from 'node:worker_threads';
import { PDF_HEADER } from '@throughline/contracts';
import type { PdfFault } from './find-pdf-fault.js';

export interface CheckLimits {
  readonly ms: number;
  /** Heap of the thread. `pdf-objects.ts` limits what is held outside of it. */
  readonly megabytes: number;
  /** The built file of the thread. */
  readonly thread?: URL;
}

/** The number of ticks that the time limit is divided into. A frozen process loses one tick, so no file is refused because of it. */
const TICKS = 20;

const LIMITS: CheckLimits = { ms: 10_000, megabytes: 128 };

/**
 * Runs `findPdfFault` in a thread, which may take 10 s and 128 MB. A hostile file that takes more is refused, and the worker continues.
 * Null: nothing was found. A file that does not begin as a PDF is refused without a thread.
 */
export async function checkPdf(bytes: Buffer, limits: CheckLimits = LIMITS): Promise<PdfFault | null> {
  return bytes.subarray(0, PDF_HEADER.length).equals(Buffer.from(PDF_HEADER))
    ? checkInThread(bytes, limits)
    : { reason: 'malformed' };
}

async function checkInThread(bytes: Uint8Array, limits: CheckLimits): Promise<PdfFault | null> {
  const thread = new Worker(limits.thread ?? new URL('./check-pdf.thread.js', import.meta.url), {
    workerData: bytes,
    // The thread reads untrusted input, so it has no access to the worker's environment.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: 16 },
  });
  try {
    return await new Promise<PdfFault | null>((resolve, reject) => {
      let left = TICKS;
      const clock = setInterval(() => --left === 0 && resolve({ reason: 'too-complex' }), limits.ms / TICKS);
      thread.once('message', resolve);
      thread.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ reason: 'too-complex' });
        else reject(error);
      });
      thread.once('exit', () => reject(new Error('The thread that checks a PDF ended without a result.')));
      thread.once('exit', () => clearInterval(clock));
    });
  } finally {
    await thread.terminate();
  }
}
