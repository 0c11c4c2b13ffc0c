import {
  canonicalJson,
  checkpointKeys,
  entryOf,
  entryText,
  InvalidNote,
  type LogEntry,
  type NoteSigner,
  openNote,
  type ProvenLog,
  type StoredEvent,
  textOfEntry,
} from '@throughline/event-store';

/*
 * What stands where in an export of evidence, for the exporter and for the verifier, which is bundled with each export. Exports of earlier
 * releases are verified by the verifier that they have with them.
 */

export const LOGS = ['log', 'access-log'] as const satisfies readonly ProvenLog[];

/** The records of each log: their file, and what one is called. */
export const RECORDS = {
  log: { path: 'events.jsonl', noun: 'event' },
  'access-log': { path: 'viewings.jsonl', noun: 'viewing' },
} as const satisfies Readonly<Record<ProvenLog, object>>;

export const MANIFEST_PATH = 'manifest.note';
/** The public keys of the portal, one in each line, the one that signed the export first. */
export const KEYS_PATH = 'public-keys.txt';
export const FILES_PATH = 'files.jsonl';
export const REPORT_PATH = 'report.pdf';
export const VERIFIER_PATH = 'verify.mjs';
export const checkpointPath = (log: ProvenLog) => `proofs/${log}.checkpoint`;
/** A line for each record, in the same order. */
export const proofsPath = (log: ProvenLog) => `proofs/${RECORDS[log].path}`;

/** The proof of a record, as C2SP tlog-proof writes it. */
export interface ProofRecord {
  /** Of the record. */
  readonly position: number;
  readonly proof: string;
}

type Place = Omit<LogEntry, 'dataHash' | 'metadataHash'>;

/** An event as the log has it. */
export type EventRecord = Place & Pick<StoredEvent, 'data' | 'metadata'>;

/** A row of the access log as it is hashed: what was shown, and to whom. */
export interface ViewingRecord extends Place {
  readonly salt: string;
  readonly shown: { readonly referral_ids: readonly string[] };
  readonly viewer: { readonly follow_ids?: readonly string[] };
}

/** Where personal data is left out: what the tree has of the record, without its content. */
export type BareRecord = LogEntry;

export type EvidenceRecord = EventRecord | ViewingRecord | BareRecord;

export const isBare = (record: EvidenceRecord): record is BareRecord => 'dataHash' in record;
export const isEvent = (record: EvidenceRecord): record is EventRecord => 'metadata' in record;

/** The bytes of a leaf of the tree, as they follow from the record. */
export function entryTextOf(record: EvidenceRecord): string {
  if (isBare(record)) return textOfEntry(record);
  if (isEvent(record)) return entryOf(record);
  const { salt, shown, viewer } = record;
  return entryText(record, { salt, data: canonicalJson(shown), metadata: canonicalJson(viewer) });
}

/** One spelling for each record, so that no letter can be changed. */
export const lineOf = (record: EvidenceRecord | FileRecord | ProofRecord): string => canonicalJson(record);

/** A file that an event of the case names. */
export interface FileRecord {
  readonly fileId: number;
  /** Of the event. */
  readonly position: number;
  /** Hex, as the event has it. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  /** Where its bytes are; absent: they are left out. */
  readonly path?: string;
  /** Why its bytes are left out. */
  readonly leftOut?: string;
}

/** What an event says of a file of the case that it names; undefined for other events, also for those that name an earlier export. */
export function fileNamedBy({ data }: EventRecord): Pick<FileRecord, 'fileId' | 'sha256'> | undefined {
  const { fileId, sha256, storageName } = (data ?? {}) as Readonly<Record<string, unknown>>;
  return typeof storageName === 'string' && typeof fileId === 'number' ? { fileId, sha256: String(sha256) } : undefined;
}

export interface ManifestHeader {
  readonly version: 1;
  readonly caseId: string;
  /** ISO 8601, UTC. */
  readonly exportedAt: string;
  readonly exportedBy: string;
  readonly hasPersonalData: boolean;
  /** The number of records of each kind. */
  readonly events: number;
  readonly viewings: number;
  readonly files: number;
  /** Records that no checkpoint had yet, and that are therefore not in the export. */
  readonly unsignedEvents: number;
  readonly unsignedViewings: number;
}

export interface Manifest {
  /** Under which the log signs: the name of its host, and what is signed. */
  readonly name: string;
  readonly header: ManifestHeader;
  /** Hex SHA-256 of each file by its path. */
  readonly hashes: ReadonlyMap<string, string>;
}

/** What ends the name under which manifests are signed, so that none can be taken for a checkpoint. */
const EVIDENCE = 'evidence';
const HASHED = /^([0-9a-f]{64}) {2}(\S+)$/;

/** All files of an export with their hashes, as a note that is signed with the key of the log. `sha256sum -c` reads its lines too. */
export function signManifest(
  signer: NoteSigner,
  header: ManifestHeader,
  hashes: Iterable<readonly [path: string, sha256: string]>,
): string {
  const own = signer.renamed(EVIDENCE);
  const lines = Array.from(hashes, ([path, sha256]) => `${sha256}  ${path}\n`);
  const text = `${own.name}\n${canonicalJson(header)}\n${lines.join('')}`;
  return `${text}\n${own.sign(text)}${own.cosign(text, new Date(header.exportedAt))}`;
}

/** What a manifest says, whether or not it is signed. Undefined if it cannot be read. */
export function readManifest(note: string): Manifest | undefined {
  const [name = '', header = '', ...lines] = note.slice(0, Math.max(0, note.lastIndexOf('\n\n'))).split('\n');
  const hashes = lines.map((line) => HASHED.exec(line));
  if (hashes.includes(null)) return undefined;
  try {
    const parsed = JSON.parse(header) as ManifestHeader;
    return { name, header: parsed, hashes: new Map(hashes.map((found) => [found![2]!, found![1]!])) };
  } catch {
    return undefined;
  }
}

/** Verifies both signatures of a manifest: of its text, and of its time. Throws `InvalidNote`. */
export function verifyManifest(note: string, vkeys: readonly string[]): void {
  const keys = checkpointKeys(vkeys, EVIDENCE);
  const { text, signatures } = openNote(
    note,
    keys.flatMap((key) => [key.note, key.time]),
  );
  const isSigned = keys.some(
    (key) =>
      text.startsWith(`${key.note.name}\n`) &&
      [key.note, key.time].every((one) => signatures.some(({ verifier }) => verifier === one)),
  );
  if (!isSigned) throw new InvalidNote('It is not signed by the portal, with the time');
}
