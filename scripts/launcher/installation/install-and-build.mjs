import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildStale, isBuilt } from './build.mjs';
import { makeFolder, whyNot } from '../folder.mjs';
import { installMissing, isInstalled } from './install.mjs';
import { takeLock } from '../lock.mjs';
import { StartError, ROOT } from '../project.mjs';

const OUTPUT = join(ROOT, 'dist');
const POLL_INTERVAL_MS = 250;

/**
 * Installs and builds what is missing, usually nothing. `everything` includes what tests and figures need. Two starts from one clone do
 * this one after the other.
 */
export async function installAndBuild(signal, { everything = false } = {}) {
  if ((await isInstalled({ everything })) && (await isBuilt())) return;
  const { release } = await untilFree(join(OUTPUT, 'launcher.lock'), signal);
  try {
    await installMissing(signal, { everything });
    await buildStale(signal);
  } finally {
    await release();
  }
}

/** Waits for the lock and takes it; prints once which process it waits for. Throws a `StartError` if no lock can be written. */
export async function untilFree(path, signal) {
  for (let isPrinted = false; ; isPrinted = true) {
    const { holder, release } = await take(path);
    if (release) return { release };
    if (!isPrinted)
      console.log(`Waiting for another start from this folder (process ${holder}) to install and build …`);
    await pause(POLL_INTERVAL_MS, undefined, { signal });
  }
}

const take = (path) =>
  makeFolder(OUTPUT)
    .then(() => takeLock(path))
    .catch((error) => {
      throw new StartError(`Throughline cannot be built in ${OUTPUT}: ${whyNot(error)}.`);
    });
