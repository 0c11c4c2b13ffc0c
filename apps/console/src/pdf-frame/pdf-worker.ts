import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
import { isAboutPicture, PICTURE_LEFT_OUT } from './left-out.js';

/*
 * The worker of pdf.js. It says of a picture that it cannot decode, or that is too large, in a warning only: the frame is told as well. pdf.js takes
 * no notice of messages that are not addressed to it.
 */
const warn = console.warn.bind(console);
console.warn = (...words: unknown[]) => {
  if (words.some(isAboutPicture)) postMessage({ kind: PICTURE_LEFT_OUT });
  else warn(...words);
};
