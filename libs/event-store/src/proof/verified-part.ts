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

const PART_PATH = 'verified';
/** What ends the name under which the part of a log is signed, so that it cannot be taken for a checkpoint. */
const nameOf = (folder: TreeFolder) => `verified-${folder.log}`;
const POSITION = /^position (0|[1-9]\d{0,15})$/m;

/**
 * Remembers what was verified, for a run that is interrupted. Signed with the key of the log: nobody else can have a part of it left out.
 * @param signer of the checkpoints
 */
export async function writeVerifiedPart(folder: TreeFolder, signer: NoteSigner, part: VerifiedPart): Promise<void> {
  const own = signer.renamed(nameOf(folder));
  const text = `${checkpointText({ ...part.checkpoint, origin: own.name })}position ${part.position}\n`;
  await folder.write(PART_PATH, `${text}\n${own.sign(text)}${own.cosign(text, part.checkpoint.at)}`);
}

/** Undefined if there is none, or if it is not signed by one of these keys. */
export async function readVerifiedPart(
  folder: TreeFolder,
  vkeys: readonly string[],
): Promise<VerifiedPart | undefined> {
  const note = (await folder.read(PART_PATH))?.toString();
  if (note === undefined) return undefined;
  try {
    const keys: CheckpointKeys = checkpointKeys(vkeys, nameOf(folder));
    const checkpoint = openCheckpoint(note, keys);
    const [, position] = POSITION.exec(note) ?? [];
    return position === undefined ? undefined : { checkpoint, position: Number(position) };
  } catch (error) {
    if (error instanceof InvalidNote) return undefined;
    throw error;
  }
}

export const forgetVerifiedPart = (folder: TreeFolder): Promise<void> => folder.remove(PART_PATH);
