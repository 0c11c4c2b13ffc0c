import { hash } from 'node:crypto';
import { canonicalEvent, type CanonicalEvent, quoted } from '../chain.js';
import type { StoredEvent } from '../event-store.js';

/**
 * What the tree commits to for one event: where it is and what it is called, and two hashes instead of its content, so that the content can
 * be left out of evidence, or be erased, and everything else still verifies.
 */
export interface LogEntry {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly storedId: string;
  readonly recordedMicros: number;
  /** Base64 SHA-256. Both begin with the hash of the chain, so that content of few letters cannot be guessed from them. */
  readonly dataHash: string;
  readonly metadataHash: string;
}

/** The bytes of a leaf are UTF-8 of this text: the fields of `LogEntry`, in that order, as a JSON array. */
export function entryOf(event: StoredEvent, { data, metadata }: CanonicalEvent = canonicalEvent(event)): string {
  const { position, stream, revision, type, storedId, recordedMicros } = event;
  const { hash: chained } = event.metadata;
  const place = `${position},${quoted(stream)},${revision},${quoted(type)}`;
  const stored = `${quoted(storedId)},${recordedMicros}`;
  const content = `"${hash('sha256', `${chained}\n${data}`, 'base64')}","${hash('sha256', `${chained}\n${metadata}`, 'base64')}"`;
  return `[${place},${stored},${content}]`;
}

/** Undefined for a text that is no entry. */
export function parseEntry(text: string): LogEntry | undefined {
  try {
    const [position, stream, revision, type, storedId, recordedMicros, dataHash, metadataHash, ...rest] = JSON.parse(
      text,
    ) as [number, string, number, string, string, number, string, string];
    const entry = { position, stream, revision, type, storedId, recordedMicros, dataHash, metadataHash };
    const isEntry =
      [position, revision, recordedMicros].every(Number.isSafeInteger) &&
      [stream, type, storedId, dataHash, metadataHash].every((field) => typeof field === 'string');
    return isEntry && rest.length === 0 ? entry : undefined;
  } catch {
    return undefined;
  }
}
