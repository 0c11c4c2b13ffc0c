import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkpointKeys, InvalidNote } from '@throughline/event-store';
import {
  KEYS_PATH,
  LOGS,
  MANIFEST_PATH,
  type ManifestHeader,
  readManifest,
  RECORDS,
  verifyManifest,
} from '../evidence-format.js';
import { checkFiles } from './check-files.js';
import { checkNames } from './check-names.js';
import { type CheckedRecords, checkRecords } from './check-records.js';
import { checkpointIn, counted, momentOf, Problems } from './sentences.js';

interface EvidenceReport {
  /** A sentence for each thing that is not as it was exported. */
  readonly problems: readonly string[];
  /** What is proven all the same, in sentences. */
  readonly proven: readonly string[];
}

/**
 * Verifies an export of evidence in a folder: every record and its proof, both checkpoints, each file, and that nothing is missing or was
 * added. Reads nothing else.
 * @param known public keys that the reader has from elsewhere; none: those of the folder are believed
 */
export async function verifyEvidence(folder: string, known: readonly string[] = []): Promise<EvidenceReport> {
  const problems = new Problems();
  const vkeys = await keysIn(folder, known, problems);
  const note = await readFile(join(folder, MANIFEST_PATH), 'utf8').catch(() => undefined);
  const manifest = note === undefined ? undefined : readManifest(note);
  if (note === undefined || !manifest) {
    const fault = note === undefined ? 'is missing' : 'was changed: it cannot be read any more';
    problems.add(`${MANIFEST_PATH} ${fault}. Nothing can be verified without it.`);
    return { problems: problems.sentences, proven: [] };
  }
  try {
    verifyManifest(note, vkeys);
  } catch (error) {
    if (!(error instanceof InvalidNote)) throw error;
    problems.add(`${MANIFEST_PATH} was changed: ${error.message}. What it says of the other files proves nothing.`);
  }
  const { header } = manifest;
  await checkNames(folder, manifest, problems);
  const proven = [wordsOf(header)];
  const checked = new Map<string, CheckedRecords>();
  for (const log of LOGS) {
    const records = await checkRecords({ folder, log, vkeys, header, problems });
    checked.set(log, records);
    proven.push(wordsOfRecords(records, RECORDS[log].noun));
  }
  const { there, leftOut } = await checkFiles(folder, header, checked.get('log')!, problems);
  proven.push(`${there} of ${header.files} files have the hash that their event states.`);
  proven.push(...leftOut.map(({ fileId, sha256, leftOut: why }) => `File ${fileId}, SHA-256 ${sha256}: ${why}`));
  proven.push(wordsOfKeys(vkeys, known));
  return { problems: problems.sentences, proven };
}

/** The public keys by which is verified: those that the reader knows, or those of the folder. */
async function keysIn(folder: string, known: readonly string[], problems: Problems): Promise<readonly string[]> {
  const text = await readFile(join(folder, KEYS_PATH), 'utf8').catch(() => '');
  const given = text.split('\n').filter((line) => line !== '');
  const isKey = (vkey: string) => {
    try {
      return checkpointKeys([vkey]).length > 0;
    } catch (error) {
      if (!(error instanceof InvalidNote)) throw error;
      problems.add(`${KEYS_PATH} was changed: “${vkey}” is not a public key: ${error.message}.`);
      return false;
    }
  };
  const there = given.filter(isKey);
  if (known.length === 0) return there;
  // The name before the first “+” is that of a log; one key signs for all.
  const secret = (vkey: string) => vkey.slice(vkey.lastIndexOf('+') + 1);
  if (!there.some((vkey) => known.some((one) => secret(one) === secret(vkey))))
    problems.add(`${KEYS_PATH} does not have the key that you named: the folder was signed by somebody else.`);
  return known;
}

const wordsOf = ({ caseId, exportedAt, exportedBy, hasPersonalData, ...header }: ManifestHeader): string => {
  const later = [
    ...(header.unsignedEvents > 0 ? [counted(header.unsignedEvents, 'event')] : []),
    ...(header.unsignedViewings > 0 ? [counted(header.unsignedViewings, 'viewing')] : []),
  ].join(' and ');
  return `Evidence of ${caseId}, exported ${momentOf(new Date(exportedAt))} by ${exportedBy}, ${
    hasPersonalData ? 'with' : 'without'
  } personal data.${later === '' ? '' : ` Not in it are ${later}, which were not signed yet.`}`;
};

function wordsOfRecords({ checkpoint, proven, records }: CheckedRecords, noun: string): string {
  if (!checkpoint) return `No ${noun} is proven: there is no checkpoint that the portal signed.`;
  return `${proven} of ${records} ${noun}s are as they were when ${checkpointIn(checkpoint)} was signed.`;
}

const wordsOfKeys = (vkeys: readonly string[], known: readonly string[]): string =>
  known.length > 0
    ? `Verified by the key that you named: ${vkeys.join(', ')}`
    : `Verified by the key of the folder: ${vkeys.join(', ')}\nWho made the folder could have made the key too: compare it with one that you have from elsewhere, or name that one with --key.`;
