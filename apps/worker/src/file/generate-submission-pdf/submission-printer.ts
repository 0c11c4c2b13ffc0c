import { Worker } from 'node:worker_threads';
import type { PrintAnswer, PrintRequest } from './print-submission.thread.js';
import type { SubmissionDocument } from './submission-document.js';

interface Waiting {
  readonly resolve: (pdf: Buffer) => void;
  readonly reject: (error: Error) => void;
}

/** The built thread, because a thread cannot load TypeScript. */
const THREAD = new URL('./print-submission.thread.js', import.meta.url);

/** A document with everything that all documents contain. */
const ANY_DOCUMENT: SubmissionDocument = {
  referralId: '0',
  submitted: '',
  sections: [{ title: 'Member', rows: [['Name', 'Any']] }],
  items: [{ Item: 'Any' }],
};

/**
 * Runs a `SubmissionRenderer` in a separate thread, one document after another, so that it does not block the event loop of
 * the projector. The thread is kept, because loading the fonts takes longer than a document. When it dies, its documents fail, and the
 * next one starts another thread. It need not be stopped: an idle thread keeps no process alive, and the queue
 * waits for running jobs.
 */
export class SubmissionPrinter {
  private thread: Worker | undefined;
  private waiting = new Map<number, Waiting>();
  private last = 0;

  constructor(private readonly url: URL = THREAD) {}

  /** @throws Error if the document cannot be converted to a PDF */
  print(document: SubmissionDocument): Promise<Buffer> {
    return new Promise<Buffer>((resolve, reject) => {
      const n = ++this.last;
      const thread = (this.thread ??= this.start());
      this.waiting.set(n, { resolve, reject });
      thread.ref();
      thread.postMessage({ n, document } satisfies PrintRequest);
    });
  }

  /** Starts the thread and loads what every document needs, at a low priority. If that fails, the first document reports the error. */
  warmUp(): void {
    this.print(ANY_DOCUMENT).catch(() => undefined);
  }

  private start(): Worker {
    // It has members' data and needs none of the worker's settings.
    const thread = new Worker(this.url, { env: {} });
    const waiting = this.waiting;
    thread.on('message', (answer: PrintAnswer) => {
      const pending = waiting.get(answer.n);
      waiting.delete(answer.n);
      // An idle thread keeps no process alive.
      if (waiting.size === 0) thread.unref();
      if ('error' in answer) pending?.reject(answer.error);
      else pending?.resolve(Buffer.from(answer.pdf));
    });
    const giveUp = (error: Error) => {
      if (this.thread === thread) {
        this.thread = undefined;
        this.waiting = new Map();
      }
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    thread.on('error', giveUp);
    thread.once('exit', () => giveUp(new Error('The thread that makes PDFs ended.')));
    return thread;
  }
}
