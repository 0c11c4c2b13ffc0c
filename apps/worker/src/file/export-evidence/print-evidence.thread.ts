import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../low-priority.js';
import type { EvidenceReport } from './evidence-report.js';
import { renderEvidencePdf } from './render-evidence-pdf.js';

/* Entry point of the thread that renders one report (`evidence-printer.ts`). */
lowerPriority();
parentPort?.postMessage(new Uint8Array(renderEvidencePdf(workerData as EvidenceReport)));
