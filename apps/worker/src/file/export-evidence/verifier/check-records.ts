import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  canonicalJson,
  checkpointKeys,
  openCheckpoint,
  type OpenedCheckpoint,
  type ProvenLog,
  verifyEntryProof,
} from '@throughline/event-store';
import {
  checkpointPath,
  entryTextOf,
  type EventRecord,
  type EvidenceRecord,
  fileNamedBy,
  isBare,
  isEvent,
  type ManifestHeader,
  proofsPath,
  RECORDS,
} from '../evidence-format.js';
import { linesOf } from './lines.js';
import { differenceOf, proofIn, reasonOf, recordIn, type Taken } from './read-records.js';
import { nameOf, type Problems } from './sentences.js';

export interface CheckedRecords {
  /** Undefined: it is not there, or not signed. */
  readonly checkpoint: OpenedCheckpoint | undefined;
  readonly records: number;
  /** As many are as they were when the checkpoint was signed. */
  readonly proven: number;
  /** By the position of their event. Empty where personal data is left out. */
  readonly files: ReadonlyMap<number, ReturnType<typeof fileNamedBy>>;
  readonly positions: ReadonlySet<number>;
}

interface CheckRecords {
  readonly folder: string;
  readonly log: ProvenLog;
  readonly vkeys: readonly string[];
  readonly header: ManifestHeader;
  readonly problems: Problems;
}

/** Verifies each record of one log against its proof, and that each proof has its record. */
export const checkRecords = (asked: CheckRecords): Promise<CheckedRecords> => new RecordCheck(asked).run();

class RecordCheck {
  readonly #keys;
  readonly #noun;
  readonly #path;
  readonly #opened = new Map<string, OpenedCheckpoint>();
  readonly #files = new Map<number, ReturnType<typeof fileNamedBy>>();
  readonly #positions = new Set<number>();
  /** By stream. */
  readonly #nextRevisions = new Map<string, number>();
  /** Viewings that do not show the case themselves, and the followers whom its deliveries name: the ones must be the others. */
  readonly #others = new Map<string, string>();
  readonly #followers = new Set<string>();
  /** Where the proofs are that were not taken yet: the number of the line, and its bytes in the file. */
  readonly #proofs = new Map<number, { readonly line: number; readonly start: number; readonly length: number }>();
  #proofFile: FileHandle | undefined;
  #checkpoint: OpenedCheckpoint | undefined;
  #last = 0;
  #records = 0;
  #proven = 0;

  constructor(private readonly asked: CheckRecords) {
    this.#keys = checkpointKeys(asked.vkeys, asked.log);
    ({ noun: this.#noun, path: this.#path } = RECORDS[asked.log]);
  }

  async run(): Promise<CheckedRecords> {
    const { folder, log, header, problems } = this.asked;
    this.#checkpoint = await this.#readCheckpoint();
    const proofs = join(folder, proofsPath(log));
    await this.#findProofs(proofs);
    this.#proofFile = await open(proofs).catch(() => undefined);
    for await (const { text } of linesOf(join(folder, this.#path))) await this.#check(text, ++this.#records);
    for (const position of this.#proofs.keys()) await this.#reportUnused(position);
    await this.#proofFile?.close();
    for (const [follow, name] of this.#others)
      if (!this.#followers.has(follow)) problems.add(`${name} does not belong to ${header.caseId}.`);
    const count = header[`${this.#noun}s`];
    if (this.#records !== count)
      problems.add(`${this.#path} has ${this.#records} ${this.#noun}s, and the manifest says ${count}.`);
    return {
      checkpoint: this.#checkpoint,
      records: this.#records,
      proven: this.#proven,
      files: this.#files,
      positions: this.#positions,
    };
  }

  async #readCheckpoint(): Promise<OpenedCheckpoint | undefined> {
    const path = checkpointPath(this.asked.log);
    const note = await readFile(join(this.asked.folder, path), 'utf8').catch(() => undefined);
    if (note === undefined) return undefined; // the manifest says that it is missing
    try {
      return openCheckpoint(note, this.#keys);
    } catch (error) {
      this.asked.problems.add(`${path} proves nothing: ${reasonOf(error)}.`);
      return undefined;
    }
  }

  async #check(line: string, number: number): Promise<void> {
    const { problems, log } = this.asked;
    const record = recordIn(line);
    if (!record) return problems.add(`${this.#path}, line ${number} was changed: it is not a record any more.`);
    const name = `${this.#path}, line ${number} (${nameOf(this.#noun, record)})`;
    if (canonicalJson(record) !== line) problems.add(`${name} was changed: it is spelled in another way.`);
    if (record.position <= this.#last) problems.add(`${name} stands twice, or not in order.`);
    this.#last = Math.max(this.#last, record.position);
    this.#positions.add(record.position);
    const isThere = this.#proofs.has(record.position);
    const taken = await this.#takeProof(record.position);
    if (!isThere) problems.add(`${name} has no proof: ${proofsPath(log)} has none of position ${record.position}.`);
    if (taken?.proven.text === entryTextOf(record)) this.#proven++;
    else if (taken) problems.add(differenceOf(name, record, taken, this.#noun));
    this.#checkCase(record, name);
    if (this.#noun === 'event') this.#checkStream(record);
  }

  async #findProofs(path: string): Promise<void> {
    const { problems, log } = this.asked;
    let [line, last] = [0, 0];
    // As if each byte were a letter, so that a line is found again by its bytes, whatever was changed.
    for await (const { text, start } of linesOf(path, 'latin1')) {
      const where = `${proofsPath(log)}, line ${++line}`;
      const position = proofIn(text)?.position;
      if (position === undefined) problems.add(`${where} was changed: it is not a proof any more.`);
      else if (position <= last) problems.add(`${where} (position ${position}) stands twice, or not in order.`);
      if (position === undefined) continue;
      last = Math.max(last, position);
      if (!this.#proofs.has(position)) this.#proofs.set(position, { line, start, length: text.length });
    }
  }

  /** What the proof of that position proves; it is taken once. Undefined if it proves nothing, or is not there. */
  async #takeProof(position: number): Promise<Taken | undefined> {
    const { problems, log } = this.asked;
    const found = this.#proofs.get(position);
    if (!found || !this.#proofFile) return undefined;
    this.#proofs.delete(position);
    const { buffer } = await this.#proofFile.read(Buffer.alloc(found.length), 0, found.length, found.start);
    const where = `${proofsPath(log)}, line ${found.line}`;
    try {
      const proof = proofIn(buffer.toString())?.proof ?? '';
      const proven = verifyEntryProof(proof, this.#keys, (note, keys) => {
        const opened = this.#opened.get(note) ?? openCheckpoint(note, keys);
        this.#opened.set(note, opened);
        return opened;
      });
      const { size, root } = this.#checkpoint ?? proven.checkpoint;
      if (proven.checkpoint.size !== size || proven.checkpoint.root !== root)
        problems.add(`${where} is of another checkpoint than ${checkpointPath(log)}.`);
      return { where, proven };
    } catch (error) {
      problems.add(`${where} (position ${position}) proves nothing: ${reasonOf(error)}.`);
      return undefined;
    }
  }

  async #reportUnused(position: number): Promise<void> {
    const taken = await this.#takeProof(position);
    if (!taken) return;
    const name = nameOf(this.#noun, taken.proven.entry);
    this.asked.problems.add(`${this.#path} does not have ${name}, which ${taken.where} proves: it was removed.`);
  }

  #checkCase(record: EvidenceRecord, name: string): void {
    const { caseId } = this.asked.header;
    if (isEvent(record) || this.#noun === 'event') {
      if (!record.stream.endsWith(`-${caseId}`)) this.asked.problems.add(`${name} does not belong to ${caseId}.`);
    } else if (!isBare(record)) {
      for (const follower of record.viewer.follow_ids ?? []) this.#followers.add(follower);
      if (!record.shown.referral_ids.includes(caseId)) this.#others.set(record.storedId, name);
    }
  }

  /** Each stream begins with its first event and has no gap. */
  #checkStream(record: EvidenceRecord): void {
    const { stream, revision } = record;
    const expected = this.#nextRevisions.get(stream) ?? 0;
    if (revision > expected)
      this.asked.problems.add(`${this.#path}: event ${expected} of ${stream} is missing, before event ${revision}.`);
    this.#nextRevisions.set(stream, revision + 1);
    if (isEvent(record)) this.#noteFile(record);
  }

  #noteFile(record: EventRecord): void {
    const file = fileNamedBy(record);
    if (file) this.#files.set(record.position, file);
  }
}
