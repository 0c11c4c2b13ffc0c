import { Worker } from 'node:worker_threads';
import type { PrintAnswer, PrintRequest } from './print-submission.thread.js';
import type { SubmissionDocument } from './submission-document.js';

interface Waiting {
  readonly resolve: (pdf: Buffer) => void;
  readonly reject: (error: Error) => void;
}

/** The built thread: a thread reads no TypeScript. */
const THREAD = new URL('./print-submission.thread.js', import.meta.url);

/** Of what every document is made of. */
const ANY_DOCUMENT: SubmissionDocument = {
  referralId: '0',
  submitted: '',
  sections: [{ title: 'Member', rows: [['Name', 'Any']] }],
  items: [{ Item: 'Any' }],
};

/**
 * `renderSubmissionPdf` in a thread of its own, one document after the other: the loop that also projects does not stand still for
 * it. The thread is kept, as reading its fonts takes longer than a document. When it dies the documents that it had fail, and the
 * next one starts another. It need not be stopped: idle, it keeps no process alive, and the queue
 * waits for the jobs in hand.
 */
export class SubmissionPrinter {
  private thread: Worker | undefined;
  private waiting = new Map<number, Waiting>();
  private last = 0;

  constructor(private readonly url: URL = THREAD) {}

  /** @throws Error where the document cannot be made into a PDF */
  print(document: SubmissionDocument): Promise<Buffer> {
    return new Promise<Buffer>((resolve, reject) => {
      const n = ++this.last;
      const thread = (this.thread ??= this.start());
      this.waiting.set(n, { resolve, reject });
      thread.ref();
      thread.postMessage({ n, document } satisfies PrintRequest);
    });
  }

  /** Starts the thread and loads what every document takes, behind what people wait for. Where that fails, the first document says why. */
  warmUp(): void {
    this.print(ANY_DOCUMENT).catch(() => undefined);
  }

  private start(): Worker {
    // It holds a member's data and needs nothing of the worker's settings.
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
