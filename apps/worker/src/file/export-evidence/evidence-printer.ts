import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { EvidenceReport } from './evidence-report.js';

/** The built thread, because a thread cannot load TypeScript. */
const THREAD = new URL('./print-evidence.thread.js', import.meta.url);

/** Renders each report in a thread of its own, so that it blocks no event loop and leaves nothing in memory. */
export class EvidencePrinter {
  constructor(private readonly url: URL = THREAD) {}

  /** @throws Error if the report cannot be converted to a PDF; AbortError */
  async print(report: EvidenceReport, signal: AbortSignal): Promise<Uint8Array> {
    // The thread has members' data and needs none of the worker's settings.
    const thread = new Worker(this.url, { workerData: report, env: {} });
    thread.on('error', () => undefined); // `once` rejects with it, and a later one has no reader
    const ended = once(thread, 'exit').then(() => {
      throw new Error('The thread that makes the report ended.');
    });
    try {
      const [pdf] = (await Promise.race([once(thread, 'message', { signal }), ended])) as [Uint8Array];
      return pdf;
    } finally {
      ended.catch(() => undefined);
      await thread.terminate();
    }
  }
}
