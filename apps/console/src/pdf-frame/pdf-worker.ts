import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
import { lossOf } from './left-out.js';

/*
 * The worker of pdf.js. pdf.js reports what it cannot read only on the console, so the worker also sends a message to the frame. pdf.js
 * ignores messages that are not addressed to it.
 */
for (const level of ['warn', 'info'] as const)
  console[level] = (...words: unknown[]) => {
    const loss = words.map(lossOf).find((one) => one !== null);
    if (loss) postMessage(loss);
  };
