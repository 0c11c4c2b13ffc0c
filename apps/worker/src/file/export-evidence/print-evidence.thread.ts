import { getPriority, platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { EvidenceReport } from './evidence-report.js';
import { renderEvidencePdf } from './render-evidence-pdf.js';

/** From -20 to 19 (the lowest priority): on a busy machine, work that people wait for comes first. */
const PRIORITY = 10;

/* Entry point of the thread that renders one report (`evidence-printer.ts`). Only Linux can set the priority of a single thread. */
if (platform() === 'linux') setPriority(Math.max(getPriority(), PRIORITY));
parentPort?.postMessage(new Uint8Array(renderEvidencePdf(workerData as EvidenceReport)));
