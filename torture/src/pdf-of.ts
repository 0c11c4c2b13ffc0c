import { aPdf } from '../../apps/worker/src/testing/a-pdf.js';

/** The file that is uploaded under this key, and under no other. */
export const pdfOf = (key: string): Buffer => aPdf({ more: [`(${key})`] });
