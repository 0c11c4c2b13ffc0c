import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
import { lossOf } from './left-out.js';

/*
 * The worker of pdf.js. What it cannot read it reports only on the console, so this sends a message to the frame as well. pdf.js ignores messages that
 * are not addressed to it.
 */
for (const level of ['warn', 'info'] as const)
  console[level] = (...words: unknown[]) => {
    const loss = words.map(lossOf).find((one) => one !== null);
    if (loss) postMessage(loss);
  };
