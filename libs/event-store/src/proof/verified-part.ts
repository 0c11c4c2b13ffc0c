import {
  type CheckpointKeys,
  checkpointKeys,
  checkpointText,
  openCheckpoint,
  type OpenedCheckpoint,
} from './checkpoint.js';
import { InvalidNote, type NoteSigner } from './signed-note.js';
import type { TreeFolder } from './tree-folder.js';

/** How far a run that was interrupted had verified a log, and found nothing. */
export interface VerifiedPart {
  /** The newest checkpoint whose root the records had. `at`: when that was found. */
  readonly checkpoint: Pick<OpenedCheckpoint, 'size' | 'root' | 'at'>;
  /** The position of the last record that was verified. */
  readonly position: number;
}

/** What was verified: the log of the folder, or the read models that are made from it. */
export type Verified = 'log' | 'read-models';

const pathOf = (of: Verified) => (of === 'log' ? 'verified' : `verified-${of}`);
/** What ends the name under which the part is signed, so that it cannot be taken for a checkpoint, nor for another part. */
const nameOf = (folder: TreeFolder, of: Verified) => `verified-${of === 'log' ? folder.log : of}`;
const POSITION = /^position (0|[1-9]\d{0,15})$/m;

/**
 * Remembers what was verified, for a run that is interrupted. Signed with the key of the log: nobody else can have a part of it left out.
 * @param signer of the checkpoints
 */
export async function writeVerifiedPart(
  folder: TreeFolder,
  signer: NoteSigner,
  part: VerifiedPart,
  of: Verified = 'log',
): Promise<void> {
  const own = signer.renamed(nameOf(folder, of));
  const text = `${checkpointText({ ...part.checkpoint, origin: own.name })}position ${part.position}\n`;
  await folder.write(pathOf(of), `${text}\n${own.sign(text)}${own.cosign(text, part.checkpoint.at)}`);
}

/** Undefined if there is none, or if it is not signed by one of these keys. */
export async function readVerifiedPart(
  folder: TreeFolder,
  vkeys: readonly string[],
  of: Verified = 'log',
): Promise<VerifiedPart | undefined> {
  const note = (await folder.read(pathOf(of)))?.toString();
  if (note === undefined) return undefined;
  try {
    const keys: CheckpointKeys = checkpointKeys(vkeys, nameOf(folder, of));
    const checkpoint = openCheckpoint(note, keys);
    const [, position] = POSITION.exec(note) ?? [];
    return position === undefined ? undefined : { checkpoint, position: Number(position) };
  } catch (error) {
    if (error instanceof InvalidNote) return undefined;
    throw error;
  }
}

export const forgetVerifiedPart = (folder: TreeFolder, of: Verified = 'log'): Promise<void> =>
  folder.remove(pathOf(of));
