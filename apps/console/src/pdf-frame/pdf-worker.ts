import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
import { isAboutPicture, PICTURE_LEFT_OUT } from './left-out.js';

/*
 * The worker of pdf.js. A picture that it cannot decode, or that is too large, it reports only as a warning on the console, so this sends a message to the
 * frame as well. pdf.js ignores messages that are not addressed to it.
 */
const warn = console.warn.bind(console);
console.warn = (...words: unknown[]) => {
  if (words.some(isAboutPicture)) postMessage({ kind: PICTURE_LEFT_OUT });
  else warn(...words);
};
