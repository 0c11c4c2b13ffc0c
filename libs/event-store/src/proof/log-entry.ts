import { hash } from 'node:crypto';
import { canonicalEvent, type CanonicalEvent, quoted } from '../chain.js';
import type { EventStore, StoredEvent } from '../event-store.js';

/**
 * What the tree commits to for one record of a log, an event or a viewing: where it is and what it is called, and two hashes instead of its
 * content, so that the content can be left out of evidence, or be erased, and everything else still verifies.
 */
export interface LogEntry {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly storedId: string;
  readonly recordedMicros: number;
  /** Base64 SHA-256. Both are of a salt and the content, so that content of few letters cannot be guessed from them. */
  readonly dataHash: string;
  readonly metadataHash: string;
}

/** Where a record is in its log, and what it is called. */
export type RecordPlace = Pick<LogEntry, 'position' | 'stream' | 'revision' | 'type'>;

/** A log that proves itself: the same tree is made over the events and over the access log. */
export interface ProvableLog<Stored extends RecordPlace = RecordPlace> {
  /** What one record is called. */
  readonly noun: 'event' | 'viewing';
  /**
   * Everything after a position (exclusive), or `atMost` so many records, in the order of positions. With `settled`, only as far as no record
   * will ever come to stand before one that was read.
   */
  readStored(options: {
    readonly after: number;
    readonly atMost?: number;
    readonly settled?: boolean;
  }): AsyncIterable<Stored>;
  /** The entry of a record that was read. */
  entryOf(stored: Stored): string;
}

/** Whether the log has a record whose entry is this text, at the position that the text names. */
export async function hasEntry<Stored extends RecordPlace>(log: ProvableLog<Stored>, text: string): Promise<boolean> {
  const position = parseEntry(text)?.position;
  if (position === undefined) return false;
  for await (const stored of log.readStored({ after: position - 1, atMost: 1 })) return log.entryOf(stored) === text;
  return false;
}

/** Positions of events are given in the order of commits, so all of them are settled. */
export const eventLog = (store: Pick<EventStore, 'readStored'>): ProvableLog<StoredEvent> => ({
  noun: 'event',
  readStored: ({ after, atMost }) => store.readStored({ after, atMost }),
  entryOf: (event) => entryOf(event),
});

/**
 * The bytes of a leaf are UTF-8 of this text: the fields of `LogEntry`, in that order, as a JSON array.
 * @param salt stands before both contents
 */
export function entryText(
  place: Omit<LogEntry, 'dataHash' | 'metadataHash'>,
  { salt, data, metadata }: CanonicalEvent & { readonly salt: string },
): string {
  const dataHash = hash('sha256', `${salt}\n${data}`, 'base64');
  return textOfHashes(place, dataHash, hash('sha256', `${salt}\n${metadata}`, 'base64'));
}

function textOfHashes(
  { position, stream, revision, type, storedId, recordedMicros }: Omit<LogEntry, 'dataHash' | 'metadataHash'>,
  dataHash: string,
  metadataHash: string,
): string {
  const place = `${position},${quoted(stream)},${revision},${quoted(type)}`;
  return `[${place},${quoted(storedId)},${recordedMicros},${quoted(dataHash)},${quoted(metadataHash)}]`;
}

/** The text of an entry whose record is not there; `parseEntry` reads it. */
export const textOfEntry = (entry: LogEntry): string => textOfHashes(entry, entry.dataHash, entry.metadataHash);

/** The entry of an event. Its salt is the hash of its chain. */
export const entryOf = (event: StoredEvent, { data, metadata }: CanonicalEvent = canonicalEvent(event)): string =>
  entryText(event, { salt: event.metadata.hash, data, metadata });

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
