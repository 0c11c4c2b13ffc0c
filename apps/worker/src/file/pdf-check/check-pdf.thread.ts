import { parentPort, workerData } from 'node:worker_threads';
import { findPdfFault } from './find-pdf-fault.js';

/* A thread of its own for one file: see `check-pdf.ts`. */
parentPort?.postMessage(findPdfFault(Buffer.from(workerData as Uint8Array)));
