import { link, readFile, rm, writeFile } from 'node:fs/promises';

const FREE = Symbol('free');
const STALE = Symbol('stale');

/**
 * Takes the lock file `path` for this process. Resolves with `{ release }`, or with `{ holder }`, the process that has it.
 * A lock whose process is gone is taken over. Throws the system's error where no lock can be read or written.
 *
 * The file appears whole or not at all, so one without a process in it is broken, not half-written. Of those who find a
 * stale lock one at a time may look again and take it away; otherwise the second could take away what the first has just taken.
 * One that is not there any more is free, not stale: whoever swept it then would sweep away the next one's.
 */
export async function takeLock(path) {
  const release = () => rm(path, { force: true });
  for (;;) {
    if (await create(path)) return { release };
    const holder = await holderOf(path);
    if (holder === FREE) continue;
    if (holder !== STALE) return { holder };
    const broom = await takeLock(`${path}.stale`);
    if (broom.holder) return { holder: broom.holder };
    if ((await holderOf(path)) === STALE) await release();
    await broom.release();
  }
}

/** Whether the lock was free. */
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

/** The process that has the lock; STALE if that is gone, FREE if there is no lock. */
async function holderOf(path) {
  const content = await readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (content === null) return FREE;
  const pid = Number(content);
  return (await isLauncher(pid)) ? pid : STALE;
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
    (line) => /\b(start|test|bench|torture)\.mjs/.test(line),
    () => process.platform !== 'linux',
  );
}
