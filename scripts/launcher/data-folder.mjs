import { access, constants, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder, whyNot } from './folder.mjs';
import { Refusal } from './project.mjs';

/**
 * Takes the data folder for this process, making it if it is not there. Returns `release()`.
 * Throws a `Refusal` if it cannot be used or if another start uses it; a lock that a killed start left is taken over.
 */
export async function takeDataFolder(path) {
  const logs = join(path, 'logs');
  const { W_OK, X_OK } = constants;
  await makeFolder(logs)
    .then(() => access(logs, W_OK | X_OK))
    .catch((error) => refuseUnusable(path, error));
  const lock = join(path, 'launcher.lock');
  await write(lock).catch(async (error) => {
    if (error.code !== 'EEXIST') refuseUnusable(path, error);
    const pid = Number(await readFile(lock, 'utf8'));
    if (await isLauncher(pid)) throw new Refusal(`Throughline already runs on ${path} (process ${pid}).`);
    await rm(lock, { force: true });
    await write(lock).catch(() => {
      throw new Refusal(`Throughline is being started on ${path} by another process.`);
    });
  });
  return { release: () => rm(lock, { force: true }) };
}

/** Makes the folder of FILES_URL, a file:// address, as private as the file store would. Throws a `Refusal` if it cannot be used. */
export async function prepareFilesFolder(url) {
  try {
    const folder = fileURLToPath(url);
    await makeFolder(folder, 0o700);
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Refusal(`FILES_URL=${url} cannot be used: ${whyNot(error)}.`);
  }
}

async function write(lock) {
  const file = await open(lock, 'wx');
  await file.writeFile(String(process.pid));
  await file.close();
}

/** A process id is used again after a while (in a container at once), so where it can be read the command line decides. */
async function isLauncher(pid) {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code === 'ESRCH') return false;
  }
  return readFile(`/proc/${pid}/cmdline`, 'utf8').then(
    (line) => line.includes('start.mjs'),
    () => process.platform !== 'linux',
  );
}

function refuseUnusable(path, error) {
  throw new Refusal(`DATA_DIR=${path} cannot be used: ${whyNot(error)}.`);
}
