import { parentPort } from 'node:worker_threads';
import { lowerPriority } from '../low-priority.js';
import { SubmissionRenderer } from './render-submission-pdf.js';
import type { SubmissionDocument } from './submission-document.js';

/** A document to print, with the number that its answer has. */
export interface PrintRequest {
  readonly n: number;
  readonly document: SubmissionDocument;
}
export type PrintAnswer =
  { readonly n: number; readonly pdf: Uint8Array } | { readonly n: number; readonly error: Error };

/* Entry point of the thread that renders a worker's submissions (`submission-printer.ts`). */
lowerPriority();
const renderer = new SubmissionRenderer();
parentPort?.on('message', ({ n, document }: PrintRequest) => {
  let answer: PrintAnswer;
  try {
    answer = { n, pdf: new Uint8Array(renderer.render(document)) };
  } catch (error) {
    answer = { n, error: new Error('The submission could not be made into a PDF.', { cause: error }) };
  }
  parentPort?.postMessage(answer);
});
