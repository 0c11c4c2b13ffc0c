import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder, removeEmpty, whyNot } from './folder.mjs';
import { takeLock } from './lock.mjs';
import { Refusal } from './project.mjs';

/**
 * Takes the data folder for this process, making it if it is not there. Returns `release()`, which leaves no folder that is
 * still empty: a start that is refused leaves nothing behind.
 * Throws a `Refusal` if it cannot be used or if another start uses it; a lock that a killed start left is taken over.
 */
export async function takeDataFolder(path) {
  const logs = join(path, 'logs');
  const { W_OK, X_OK } = constants;
  const made = await makeFolder(logs).catch((error) => refuseUnusable(path, error));
  await access(logs, W_OK | X_OK).catch((error) => refuseUnusable(path, error));
  const { holder, release } = await takeLock(join(path, 'launcher.lock')).catch((error) => refuseUnusable(path, error));
  if (holder) throw new Refusal(`Throughline already runs on ${path} (process ${holder}).`);
  return { release: () => release().then(() => removeEmpty(made)) };
}

/**
 * Makes the folder of FILES_URL, a file:// address, as private as the file store would. Returns `release()` as `takeDataFolder` does.
 * Throws a `Refusal` if it cannot be used.
 */
export async function prepareFilesFolder(url) {
  try {
    const folder = fileURLToPath(url);
    const made = await makeFolder(folder, 0o700);
    await access(folder, constants.W_OK | constants.X_OK);
    return { release: () => removeEmpty(made) };
  } catch (error) {
    throw new Refusal(`FILES_URL=${url} cannot be used: ${whyNot(error)}.`);
  }
}

function refuseUnusable(path, error) {
  throw new Refusal(`DATA_DIR=${path} cannot be used: ${whyNot(error)}.`);
}
