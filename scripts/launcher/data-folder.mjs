import { randomBytes } from 'node:crypto';
import { access, constants, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder, removeEmpty, whyNot } from './folder.mjs';
import { takeLock } from './lock.mjs';
import { StartError } from './project.mjs';

/**
 * Locks the data folder for this process, and creates it if it does not exist. Returns `release()`, which removes a folder that is still
 * empty: a refused start leaves nothing behind. Throws a `StartError` if the folder cannot be used or if another start uses it; the lock of
 * a killed start is taken over.
 */
export async function takeDataFolder(path) {
  const logs = join(path, 'logs');
  const { W_OK, X_OK } = constants;
  const made = await makeFolder(logs).catch((error) => refuseUnusable(path, error));
  await access(logs, W_OK | X_OK).catch((error) => refuseUnusable(path, error));
  const { holder, release } = await takeLock(join(path, 'launcher.lock')).catch((error) => refuseUnusable(path, error));
  if (holder) throw new StartError(`Throughline already runs on ${path} (process ${holder}).`);
  return { release: () => release().then(() => removeEmpty(made)) };
}

/**
 * Creates the folder of FILES_URL, a file:// address, with the permissions that the file store would set. Returns `release()` like
 * `takeDataFolder`. Throws a `StartError` if it cannot be used.
 */
export async function prepareFilesFolder(url) {
  try {
    const folder = fileURLToPath(url);
    const made = await makeFolder(folder, 0o700);
    await access(folder, constants.W_OK | constants.X_OK);
    return { release: () => removeEmpty(made) };
  } catch (error) {
    throw new StartError(`FILES_URL=${url} cannot be used: ${whyNot(error)}.`);
  }
}

function refuseUnusable(path, error) {
  throw new StartError(`DATA_DIR=${path} cannot be used: ${whyNot(error)}.`);
}

/** The random secrets of this data folder, created on the first start and readable only by the user who started it. */
export async function secretsOf(dataDir) {
  const file = join(dataDir, 'secrets.json');
  const kept = await readFile(file, 'utf8').then(JSON.parse, () => ({}));
  const made = { secretKey: random(), identityApiToken: random(), tlogKey: randomBytes(32).toString('hex') };
  const secrets = { ...made, ...kept };
  // A folder of an earlier release lacks what was added since.
  if (Object.keys(made).every((name) => name in kept)) return kept;
  await writeFile(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return secrets;
}

const random = () => randomBytes(32).toString('base64url');
