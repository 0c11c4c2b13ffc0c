import { InvalidNote, type LogEntry, NotProven, parseEntry, type ProvenEntry } from '@throughline/event-store';
import { entryTextOf, type EvidenceRecord, isBare, isEvent, lineOf, type ProofRecord } from '../evidence-format.js';
import { nameOf } from './sentences.js';

/** A proof that was verified, and where it stands. */
export interface Taken {
  readonly where: string;
  readonly proven: ProvenEntry;
}

/** Undefined for a line that is none, or is spelled in another way. */
export function proofIn(line: string): ProofRecord | undefined {
  try {
    const record = JSON.parse(line) as ProofRecord;
    const isProof = Number.isSafeInteger(record.position) && typeof record.proof === 'string';
    return isProof && lineOf(record) === line ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Why something proves nothing. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof NotProven || error instanceof InvalidNote)) throw error;
  return error.message.replace(/\.$/, '');
};

/** Undefined for a line that is none. */
export function recordIn(line: string): EvidenceRecord | undefined {
  try {
    const record = JSON.parse(line) as EvidenceRecord;
    // Throws where a part is missing or is of another kind.
    const isRecord = parseEntry(entryTextOf(record)) !== undefined;
    if (!isBare(record) && !isEvent(record)) [...record.shown.referral_ids, ...(record.viewer.follow_ids ?? [])].sort();
    return isRecord ? record : undefined;
  } catch {
    return undefined;
  }
}

const PARTS = {
  event: { dataHash: 'its data', metadataHash: 'its metadata (who, when, by which command)', type: 'its type' },
  viewing: { dataHash: 'what was shown', metadataHash: 'who saw it', type: 'the screen' },
} as const;
const PLACE = { stream: 'its stream', revision: 'its revision', storedId: 'its id', recordedMicros: 'its time' };

/** What differs between a record and what its proof proves. */
export function differenceOf(
  name: string,
  record: EvidenceRecord,
  { where, proven: { entry } }: Taken,
  noun: 'event' | 'viewing',
): string {
  if (entry.position !== record.position) return `${where} is the proof of another ${noun}: ${nameOf(noun, entry)}.`;
  const now = parseEntry(entryTextOf(record))!;
  const parts = Object.entries({ ...PLACE, ...PARTS[noun] }).filter(
    ([field]) => now[field as keyof LogEntry] !== entry[field as keyof LogEntry],
  );
  return `${name} is not as it was signed: ${parts.map(([, words]) => words).join(', ')}. Signed was ${nameOf(noun, entry)}.`;
}
