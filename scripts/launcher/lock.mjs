import { link, readFile, rm, writeFile } from 'node:fs/promises';

const FREE = Symbol('free');
const STALE = Symbol('stale');

/**
 * Takes the lock file `path` for this process. Resolves with `{ release }`, or with `{ holder }`, the process that has it. The lock of a
 * process that has ended is taken over. Throws the system's error if no lock can be read or written.
 *
 * The file is created as a whole or not at all, so a file without a process id is broken, not half-written. Processes that find a stale
 * lock check it again and remove it one at a time, under a second lock; otherwise the second would remove the lock that the first has just
 * taken. A lock that has disappeared is free, not stale: removing it then would remove the next holder's.
 */
export async function takeLock(path) {
  const release = () => rm(path, { force: true });
  for (;;) {
    if (await create(path)) return { release };
    const holder = await holderOf(path);
    if (holder === FREE) continue;
    if (holder !== STALE) return { holder };
    const removal = await takeLock(`${path}.stale`);
    if (removal.holder) return { holder: removal.holder };
    if ((await holderOf(path)) === STALE) await release();
    await removal.release();
  }
}

/** Resolves with whether the lock was free. */
async function create(path) {
  const whole = `${path}.${process.pid}`;
  await writeFile(whole, String(process.pid));
  try {
    await link(whole, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(whole, { force: true });
  }
}

/** The process that has the lock; STALE if that process has ended, FREE if there is no lock. */
async function holderOf(path) {
  const content = await readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (content === null) return FREE;
  const pid = Number(content);
  return (await isLauncher(pid)) ? pid : STALE;
}

/** A process id is reused after a while (in a container at once), so the command line decides if it can be read. */
async function isLauncher(pid) {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code === 'ESRCH') return false;
  }
  return readFile(`/proc/${pid}/cmdline`, 'utf8').then(
    (line) => /\b(start|throughline)\.mjs/.test(line),
    () => process.platform !== 'linux',
  );
}
