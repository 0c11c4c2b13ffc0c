import { parentPort, workerData } from 'node:worker_threads';
import { findPdfFault } from './find-pdf-fault.js';

/* Entry point of the thread that checks one file (`check-pdf.ts`). */
parentPort?.postMessage(findPdfFault(Buffer.from(workerData as Uint8Array)));
