import { Worker } from 'node:worker_threads';
import type { PrintAnswer, PrintRequest } from './print-submission.thread.js';
import type { SubmissionDocument } from './submission-document.js';

interface Waiting {
  readonly resolve: (pdf: Buffer) => void;
  readonly reject: (error: Error) => void;
}

/** `oneAtATime` of the jobs that print: the thread renders one document after another. */
export const PRINTING = 'printing';

/** A thread that has rendered one document for this long is ended, in milliseconds. The largest orders take half a second of a processor. */
const RENDER_TIMEOUT_MS = 30_000;

/** The built thread, because a thread cannot load TypeScript. */
const THREAD = new URL('./print-submission.thread.js', import.meta.url);

/** A document with everything that all documents have in common. */
const ANY_DOCUMENT: SubmissionDocument = {
  referralId: '0',
  submitted: '',
  sections: [{ title: 'Member', rows: [['Name', 'Any']] }],
  items: [{ Item: 'Any' }],
};

/**
 * Runs a `SubmissionRenderer` in a separate thread, one document after another, so that it does not block the event loop of
 * the projector. The thread is kept, because loading the fonts takes longer than a document. When it dies, or takes too long, its documents fail, and
 * the next one starts another thread. It need not be stopped: an idle thread keeps no process alive, and the queue
 * waits for running jobs.
 */
export class SubmissionPrinter {
  private thread: Worker | undefined;
  private waiting = new Map<number, Waiting>();
  private last = 0;
  private deadline: NodeJS.Timeout | undefined;

  constructor(
    private readonly url: URL = THREAD,
    private readonly renderWithinMs = RENDER_TIMEOUT_MS,
  ) {}

  /** @throws Error if the document cannot be converted to a PDF, or not in time */
  print(document: SubmissionDocument): Promise<Buffer> {
    return new Promise<Buffer>((resolve, reject) => {
      const n = ++this.last;
      const thread = (this.thread ??= this.start());
      this.waiting.set(n, { resolve, reject });
      if (this.waiting.size === 1) this.watch(thread);
      thread.ref();
      thread.postMessage({ n, document } satisfies PrintRequest);
    });
  }

  /** Starts the thread and loads what every document needs, at a low priority. If that fails, the first document reports the error. */
  warmUp(): void {
    this.print(ANY_DOCUMENT).catch(() => undefined);
  }

  /** Ends the thread if its document takes too long. */
  private watch(thread: Worker, isBusy = true): void {
    clearTimeout(this.deadline);
    if (isBusy) this.deadline = setTimeout(() => void thread.terminate(), this.renderWithinMs).unref();
  }

  private start(): Worker {
    // The thread has members' data and needs none of the worker's settings.
    const thread = new Worker(this.url, { env: {} });
    const waiting = this.waiting;
    thread.on('message', (answer: PrintAnswer) => {
      const pending = waiting.get(answer.n);
      waiting.delete(answer.n);
      // The thread has begun the next one.
      this.watch(thread, waiting.size > 0);
      // An idle thread keeps no process alive.
      if (waiting.size === 0) thread.unref();
      if ('error' in answer) pending?.reject(answer.error);
      else pending?.resolve(Buffer.from(answer.pdf));
    });
    const giveUp = (error: Error) => {
      if (this.thread === thread) {
        clearTimeout(this.deadline);
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
