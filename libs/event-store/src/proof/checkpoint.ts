import type { Hash } from './merkle-tree.js';
import { cosignedAt, InvalidNote, type NoteSigner, openNote, parseVerifier, type Verifier } from './signed-note.js';

/** How far a log had come, and the root of the tree over it (C2SP tlog-checkpoint). */
export interface SignedSize {
  readonly origin: string;
  /** Number of leaves. */
  readonly size: number;
  readonly root: Hash;
}

export interface OpenedCheckpoint extends SignedSize {
  /** When the log signed it, as it says itself. */
  readonly at: Date;
}

export const checkpointText = ({ origin, size, root }: SignedSize): string =>
  `${origin}\n${size}\n${Buffer.from(root, 'latin1').toString('base64')}\n`;

const TEXT = /^([^\n]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*$/;

/** Throws `InvalidNote`. Extension lines are ignored. */
export function parseCheckpointText(text: string): SignedSize {
  const [, origin, size, root] = TEXT.exec(text) ?? [];
  if (origin === undefined || root === undefined) throw new InvalidNote('The note is not a checkpoint');
  return { origin, size: Number(size), root: Buffer.from(root, 'base64').toString('latin1') };
}

/** The checkpoint as a signed note: with a signature, and with a cosignature of the same key that has the time. */
export function signCheckpoint(signer: NoteSigner, of: Omit<SignedSize, 'origin'>, at: Date): string {
  const text = checkpointText({ ...of, origin: signer.name });
  return `${text}\n${signer.sign(text)}${signer.cosign(text, at)}`;
}

/** Verifies what the log with one of these keys signed. */
export type CheckpointKeys = readonly { readonly note: Verifier; readonly time: Verifier }[];

/**
 * The keys that are written as C2SP writes them. One private key signs for all logs of a portal, for each under its name: with `log`, each
 * key is taken for the log that is so called beside the one that it names. Throws `InvalidNote`.
 */
export function checkpointKeys(vkeys: readonly string[], log?: string): CheckpointKeys {
  const rename = log === undefined ? undefined : (name: string) => name.replace(/[^/]*$/, log);
  return vkeys.map((vkey) => ({
    note: parseVerifier(vkey, { rename }),
    time: parseVerifier(vkey, { timed: true, rename }),
  }));
}

/** What a checkpoint says, unverified, for those who show it. Undefined for a note that is none, or has no time. */
export function peekCheckpoint(note: string): OpenedCheckpoint | undefined {
  try {
    const checkpoint = parseCheckpointText(note.slice(0, note.lastIndexOf('\n\n') + 1));
    const at = cosignedAt(note, checkpoint.origin);
    return at && { ...checkpoint, at };
  } catch (error) {
    if (error instanceof InvalidNote) return undefined;
    throw error;
  }
}

/** Verifies both signatures of a checkpoint. Cosignatures of witnesses are not looked at. Throws `InvalidNote`. */
export function openCheckpoint(note: string, keys: CheckpointKeys): OpenedCheckpoint {
  const { text, signatures } = openNote(
    note,
    keys.flatMap((key) => [key.note, key.time]),
  );
  const checkpoint = parseCheckpointText(text);
  for (const key of keys) {
    const at = signatures.find(({ verifier }) => verifier === key.time)?.at;
    const isSigned = signatures.some(({ verifier }) => verifier === key.note);
    if (at && isSigned && key.note.name === checkpoint.origin) return { ...checkpoint, at };
  }
  throw new InvalidNote('The checkpoint is not signed by its log, with the time');
}
