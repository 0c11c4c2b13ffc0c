import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Viewer } from '@throughline/contracts';
import {
  checkpointKeys,
  type EntryProver,
  type NoteSigner,
  openCheckpoint,
  parseEntry,
} from '@throughline/event-store';
import type { FileStore } from '@throughline/platform';
import type { StoredViewing } from '@throughline/read-models';
import { readFiles } from './case-files.js';
import {
  checkpointPath,
  type EvidenceRecord,
  FILES_PATH,
  type FileRecord,
  KEYS_PATH,
  lineOf,
  LOGS,
  MANIFEST_PATH,
  type ManifestHeader,
  proofsPath,
  RECORDS,
  REPORT_PATH,
  signManifest,
  VERIFIER_PATH,
  type ViewingRecord,
} from './evidence-format.js';
import { type EvidenceReport, evidenceReport, momentsOf } from './evidence-report.js';
import type { CaseEvidence } from './gather-evidence.js';
import { renderEvidencePdf } from './render-evidence-pdf.js';
import type { ZipWriter } from './zip-writer.js';

/** The verifier, as `scripts/compile.mjs` bundles it, relative to the built module and, for a spec, to its source. */
const VERIFIER = ['.', '../../../../../dist/apps/worker/src/file/export-evidence']
  .map((folder) => join(import.meta.dirname, folder, VERIFIER_PATH))
  .find((path) => existsSync(path));

export interface WriteEvidence {
  readonly evidence: CaseEvidence;
  readonly zip: ZipWriter;
  readonly files: FileStore;
  readonly viewers: readonly Viewer[];
  readonly signer: NoteSigner;
  /** All public keys of the portal, that of the signer first. */
  readonly vkeys: readonly string[];
  readonly about: Pick<ManifestHeader, 'exportedAt' | 'exportedBy' | 'hasPersonalData'>;
  /** Called for each line, with the number of entries. One is written when its proof is as well: half of it counts before. */
  readonly onProgress: (written: number, all: number) => void;
  /** Given a sentence about a file. */
  readonly onLeftOut?: (sentence: string) => void;
  /** Absent: here, which takes the processor meanwhile. */
  readonly render?: (report: EvidenceReport) => Uint8Array | Promise<Uint8Array>;
}

/**
 * Writes the whole export, part by part. The manifest, which is written last, has the hashes of all others.
 * @throws NotAsSigned; Error if the verifier was not built
 */
export async function writeEvidence({ evidence, zip, signer, vkeys, about, ...given }: WriteEvidence): Promise<void> {
  if (VERIFIER === undefined) throw new Error('Nothing is built here: run “npm start” once.');
  const { events, provers, unsigned } = evidence;
  const { hasPersonalData } = about;
  const { render = renderEvidencePdf, ...options } = { ...given, onLine: lineCounter(evidence, given.onProgress) };
  const files = await addFiles(evidence, zip, { ...options, hasPersonalData });
  const header: ManifestHeader = {
    version: 1,
    caseId: evidence.caseId,
    ...about,
    events: events.length,
    viewings: evidence.viewings.length,
    files: files.length,
    unsignedEvents: unsigned.events,
    unsignedViewings: unsigned.viewings,
  };
  await zip.add({ path: RECORDS.log.path, content: eventLines(evidence, { ...options, hasPersonalData }) });
  await zip.add({ path: RECORDS['access-log'].path, content: viewingLines(evidence, { ...options, hasPersonalData }) });
  const checkpoints = LOGS.map((log) => openCheckpoint(provers[log].note, checkpointKeys(vkeys, log)));
  const report = evidenceReport({ header, events, viewers: options.viewers, files, checkpoints, vkey: signer.vkey });
  await zip.add({ path: REPORT_PATH, content: await render(report) });
  await addProofs(evidence, zip, options.onLine);
  await zip.add({ path: KEYS_PATH, content: vkeys.map((vkey) => `${vkey}\n`).join('') });
  await zip.add({ path: VERIFIER_PATH, content: await readFile(VERIFIER) });
  await zip.add({ path: MANIFEST_PATH, content: signManifest(signer, header, zip.hashes) });
  await zip.end();
}

interface Reading extends Pick<WriteEvidence, 'files' | 'onLeftOut'> {
  readonly hasPersonalData: boolean;
  readonly onLine: () => void;
}

/** Counts the lines: two of each entry, itself and its proof. */
function lineCounter({ events, viewings }: CaseEvidence, onProgress: WriteEvidence['onProgress']): () => void {
  const all = events.length + viewings.length;
  let lines = 0;
  onProgress(0, all);
  return () => onProgress(Math.floor(++lines / 2), all);
}

async function addFiles(evidence: CaseEvidence, zip: ZipWriter, { files: store, hasPersonalData, onLeftOut }: Reading) {
  const after = momentsOf(evidence.events).at(-1)?.after;
  const records: FileRecord[] = [];
  for await (const { record, bytes } of readFiles(evidence, store, { hasPersonalData, states: after?.files ?? [] })) {
    records.push(record);
    if (record.path !== undefined && bytes) await zip.add({ path: record.path, content: bytes });
    else if (hasPersonalData) onLeftOut?.(`File ${record.fileId} is not in the export: ${record.leftOut}`);
  }
  await zip.add({ path: FILES_PATH, content: records.map((record) => `${lineOf(record)}\n`).join('') });
  return records;
}

/** Each event as the log has it, or without its content. */
async function* eventLines(
  { events, provers }: CaseEvidence,
  { hasPersonalData, onLine }: Reading,
): AsyncGenerator<string> {
  for (const event of events) {
    const { position, stream, revision, type, storedId, recordedMicros, data, metadata } = event;
    const record = { position, stream, revision, type, storedId, recordedMicros, data, metadata };
    yield `${lineOf(hasPersonalData ? record : bareRecord((await provers.log.entryAt(position)).text))}\n`;
    onLine();
  }
}

async function* viewingLines(evidence: CaseEvidence, { hasPersonalData, onLine }: Reading): AsyncGenerator<string> {
  for await (const page of evidence.readViewings()) {
    const lines: string[] = [];
    for (const viewing of page) {
      const { text } = await evidence.provers['access-log'].entryAt(viewing.position);
      lines.push(lineOf(hasPersonalData ? wholeViewing(viewing) : bareRecord(text)));
      onLine();
    }
    yield `${lines.join('\n')}\n`;
  }
}

/** What the tree has of a record. */
const bareRecord = (text: string): EvidenceRecord => parseEntry(text)!;

const wholeViewing = ({ shown, viewer, ...place }: StoredViewing): EvidenceRecord => ({
  ...place,
  shown: JSON.parse(shown) as ViewingRecord['shown'],
  viewer: JSON.parse(viewer) as ViewingRecord['viewer'],
});

async function addProofs(evidence: CaseEvidence, zip: ZipWriter, onLine: () => void) {
  const { events, viewings, provers } = evidence;
  const positions = { log: events.map(({ position }) => position), 'access-log': viewings };
  for (const log of LOGS) {
    await zip.add({ path: checkpointPath(log), content: provers[log].note });
    await zip.add({ path: proofsPath(log), content: proofLines(provers[log], positions[log], onLine) });
  }
}

async function* proofLines(
  prover: EntryProver,
  positions: readonly number[],
  onLine: () => void,
): AsyncGenerator<string> {
  for (const position of positions) {
    yield `${lineOf({ position, proof: (await prover.prove({ position })).proof })}\n`;
    onLine();
  }
}
