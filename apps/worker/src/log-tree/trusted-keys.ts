import { checkpointKeys, InvalidNote, type ProvenLog, type TreeFolder, treeSigner } from '@throughline/event-store';
import type { Config } from '@throughline/platform';

/** The public keys of both logs; those of one log count for the other as well. */
export async function trustedKeys(
  folders: readonly TreeFolder[],
  { tlogKey, tlogFormerSigners = [], publicOrigin }: Pick<Config, 'tlogKey' | 'tlogFormerSigners' | 'publicOrigin'>,
  given: readonly string[],
): Promise<readonly string[]> {
  const own: string[] = [];
  if (tlogKey !== undefined)
    for (const folder of folders) own.push((await treeSigner(folder, tlogKey, publicOrigin)).vkey);
  const keys = [...own, ...tlogFormerSigners, ...given];
  if (keys.length === 0)
    throw new Error('TLOG_KEY is not set: name the public key of the log with --key, from where you have kept it.');
  return keys;
}

export function keysOf(vkeys: readonly string[], log: ProvenLog) {
  try {
    return checkpointKeys(vkeys, log);
  } catch (error) {
    throw error instanceof InvalidNote
      ? new Error(`A public key cannot be used: ${error.message}.`, { cause: error })
      : error;
  }
}
