import { hash } from 'node:crypto';
import {
  type CheckpointKeys,
  type OpenedCheckpoint,
  parseCheckpointText,
  peekCheckpoint,
  type SignedSize,
} from './checkpoint.js';
import { consistencyProof, type Hash, isConsistent } from './merkle-tree.js';
import { InvalidNote, type NoteSigner, openNote, type Verifier } from './signed-note.js';
import { CHECKPOINT_PATH, subtreesIn, type TreeFolder } from './tree-folder.js';

/*
 * C2SP tlog-witness v1, both sides: a witness cosigns a checkpoint only if it extends the one that it cosigned before, so that a log that was
 * rewritten, or cut, gets no signature any more.
 */

/** The media type of the size that a witness knows, which it answers to a request with another one. */
export const TREE_SIZE_TYPE = 'text/x.tlog.size';

export interface WitnessAnswer {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422;
  readonly type?: typeof TREE_SIZE_TYPE;
  readonly body: string;
}

const REQUEST = /^old (0|[1-9]\d{0,15})\n((?:[A-Za-z0-9+/]{43}=\n){0,63})\n([\s\S]+)$/;

export const addCheckpointRequest = (old: number, proof: readonly Hash[], note: string): string =>
  `old ${old}\n${proof.map((one) => `${Buffer.from(one, 'latin1').toString('base64')}\n`).join('')}\n${note}`;

interface WitnessOptions {
  /** Cosigns; its name is that of the witness. */
  readonly signer: NoteSigner;
  /** The logs that are cosigned, by the keys that sign them. */
  readonly keys: CheckpointKeys;
  /** Keeps the last checkpoint of each log. */
  readonly folder: Pick<TreeFolder, 'read' | 'write'>;
  readonly now: () => Date;
}

/** A witness. Two requests on one log are decided one after another; only one process may have the folder. */
export class Witness {
  readonly #busy = new Map<string, Promise<unknown>>();

  constructor(private readonly options: WitnessOptions) {}

  /** Answers the body of a request to `add-checkpoint`. Throws what the folder throws: then nothing is cosigned. */
  async add(request: string): Promise<WitnessAnswer> {
    const [, number, lines = '', note = ''] = REQUEST.exec(request) ?? [];
    if (number === undefined) return refused(400, 'The request is not one of C2SP tlog-witness.');
    const checkpoint = checkpointIn(note);
    if (!checkpoint) return refused(400, 'The note is not a checkpoint.');
    const keys = this.options.keys.filter((key) => key.note.name === checkpoint.origin).map((key) => key.note);
    if (keys.length === 0) return refused(404, `The log ${checkpoint.origin} is not known here.`);
    try {
      openNote(note, keys);
    } catch (error) {
      if (error instanceof InvalidNote) return refused(403, `${error.message}.`);
      throw error;
    }
    const proof = lines.split('\n').slice(0, -1).map((line) => Buffer.from(line, 'base64').toString('latin1')); // prettier-ignore
    const before = this.#busy.get(checkpoint.origin) ?? Promise.resolve();
    const answer = before.then(() => this.#cosign(checkpoint, Number(number), proof));
    const done = answer.catch(() => undefined);
    this.#busy.set(checkpoint.origin, done);
    return answer;
  }

  async #cosign(checkpoint: SignedSize & { readonly text: string }, old: number, proof: readonly Hash[]) {
    const { signer, folder, now } = this.options;
    const path = pathOf(checkpoint.origin);
    const kept = (await folder.read(path))?.toString();
    const last = kept === undefined ? { size: 0, root: '' } : parseCheckpointText(kept);
    if (old > checkpoint.size) return refused(400, 'The checkpoint is of fewer entries than “old” says.');
    if (old !== last.size) return knownSize(last.size);
    if (old === checkpoint.size && last.root !== checkpoint.root) return knownSize(last.size);
    if (!isConsistent(last, checkpoint, proof))
      return refused(422, 'The proof does not show that the checkpoint extends the last one.');
    // Before it is cosigned, so that there is never a cosignature that this witness does not remember.
    if (old !== checkpoint.size) await folder.write(path, checkpoint.text);
    return { status: 200, body: signer.cosign(checkpoint.text, now()) } as const;
  }
}

/** Names may have letters that a path must not. */
const pathOf = (name: string): string => hash('sha256', name);

const refused = (status: 400 | 403 | 404 | 422, words: string) => ({ status, body: `${words}\n` }) as const;

const knownSize = (size: number) => ({ status: 409, type: TREE_SIZE_TYPE, body: `${size}\n` }) as const;

function checkpointIn(note: string): (SignedSize & { readonly text: string }) | undefined {
  const text = note.slice(0, note.lastIndexOf('\n\n') + 1);
  try {
    return { ...parseCheckpointText(text), text };
  } catch (error) {
    if (error instanceof InvalidNote) return undefined;
    throw error;
  }
}

/** What the folder of a tree keeps of a witness. */
export interface WitnessState {
  readonly name: string;
  /** The newest checkpoint that it cosigned, as a note with its cosignature; null: none. */
  readonly note: string | null;
  /** Why it did not cosign the newest checkpoint when it was asked last, and since when (ISO 8601) it has cosigned none; null: it did. */
  readonly failure: { readonly since: string; readonly words: string; readonly isAlarm: boolean } | null;
}

const STATES_PATH = 'witnesses';

const statePath = (name: string): string => `${STATES_PATH}/${pathOf(name)}`;

async function readState(folder: TreeFolder, path: string): Promise<WitnessState | undefined> {
  const text = (await folder.read(path))?.toString();
  return text === undefined ? undefined : (JSON.parse(text) as WitnessState);
}

export async function readWitnesses(folder: TreeFolder): Promise<readonly WitnessState[]> {
  const states: WitnessState[] = [];
  for (const file of await folder.list(STATES_PATH)) {
    const state = await readState(folder, `${STATES_PATH}/${file}`);
    if (state) states.push(state);
  }
  return states.sort((one, other) => one.name.localeCompare(other.name));
}

export const cosignedCheckpoint = ({ note }: WitnessState): OpenedCheckpoint | undefined =>
  note === null ? undefined : peekCheckpoint(note);

/** A witness did not cosign. The message is a sentence for an operator; `isAlarm`: it saw another log than the one that is there now. */
export class NotCosigned extends Error {
  override readonly name = 'NotCosigned';

  constructor(
    message: string,
    readonly isAlarm: boolean,
  ) {
    super(message);
  }
}

export interface AskedWitness {
  readonly verifier: Verifier;
  /** Sends a request to its `add-checkpoint`. Throws if there is no answer. */
  readonly send: (
    request: string,
  ) => Promise<{ readonly status: number; readonly type: string; readonly body: string }>;
}

/**
 * Has a witness cosign the newest checkpoint of the folder, and keeps the result there, also of a failure. Asks nobody if it has cosigned
 * it, or nothing is signed. Throws `NotCosigned`, and what the folder throws.
 */
export async function askWitness(folder: TreeFolder, { verifier, send }: AskedWitness, now: Date): Promise<void> {
  const { name } = verifier;
  const note = (await folder.read(CHECKPOINT_PATH))?.toString();
  const checkpoint = note === undefined ? undefined : peekCheckpoint(note);
  const before = await readState(folder, statePath(name));
  const last = before && cosignedCheckpoint(before);
  if (note === undefined || !checkpoint || (before?.failure === null && last?.size === checkpoint.size)) return;
  const write = (state: Omit<WitnessState, 'name'>) =>
    folder.write(statePath(name), JSON.stringify({ name, ...state }));
  try {
    const cosignature = await cosignatureOf(folder, { checkpoint, note, known: last?.size ?? 0, send });
    const cosigned = `${note}${cosignature}`;
    if (!isCosignedBy(cosigned, verifier)) throw new NotCosigned('Its answer is not a cosignature of its key.', false);
    await write({ note: cosigned, failure: null });
  } catch (error) {
    const failure =
      error instanceof NotCosigned ? error : new NotCosigned(`It cannot be asked: ${String(error)}`, false);
    const since = before?.failure?.since ?? now.toISOString();
    await write({ note: before?.note ?? null, failure: { since, words: failure.message, isAlarm: failure.isAlarm } });
    throw failure;
  }
}

/** Whether that key has cosigned the note. */
export function isCosignedBy(note: string, verifier: Verifier): boolean {
  try {
    return openNote(note, [verifier]).signatures.length > 0;
  } catch (error) {
    if (error instanceof InvalidNote) return false;
    throw error;
  }
}

/** Whether the tree whose tiles the folder has, and which has that root, begins with a smaller one. */
export async function beginsWith(
  folder: TreeFolder,
  tree: Pick<SignedSize, 'size' | 'root'>,
  smaller: Pick<SignedSize, 'size' | 'root'>,
): Promise<boolean> {
  const proof = await consistencyProof(smaller.size, tree.size, subtreesIn(folder, tree.size)).catch(() => undefined);
  return proof !== undefined && isConsistent(smaller, tree, proof);
}

async function cosignatureOf(
  folder: TreeFolder,
  {
    checkpoint,
    note,
    known,
    send,
  }: Pick<AskedWitness, 'send'> & {
    readonly checkpoint: SignedSize;
    readonly note: string;
    readonly known: number;
  },
): Promise<string> {
  const { size } = checkpoint;
  // It says which size it knows, if that is not the one that is known here.
  for (let [old, tries] = [Math.min(known, size), 2]; tries > 0; tries--) {
    const proof = old === 0 ? [] : await consistencyProof(old, size, subtreesIn(folder, size));
    const { status, type, body } = await send(addCheckpointRequest(old, proof, note));
    if (status === 200) return body;
    if (status === 422)
      throw new NotCosigned(`It has cosigned ${old} entries that the log does not begin with now.`, true);
    if (status !== 409 || type.split(';')[0] !== TREE_SIZE_TYPE || !/^\d{1,16}\n?$/.test(body))
      throw new NotCosigned(`It answers with ${status}: ${body.slice(0, 200).trim()}`, false);
    const knows = Number(body);
    if (knows > size) throw new NotCosigned(`It has cosigned ${knows} entries, and the log has ${size} now.`, true);
    if (knows === old) throw new NotCosigned(`It has cosigned ${old} other entries than the log has now.`, true);
    old = knows;
  }
  throw new NotCosigned('It does not say which entries it knows.', false);
}
