import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildStale, isBuilt } from './build.mjs';
import { makeFolder, whyNot } from './folder.mjs';
import { installMissing, isInstalled } from './install.mjs';
import { takeLock } from './lock.mjs';
import { Refusal, ROOT } from './project.mjs';

const OUTPUT = join(ROOT, 'dist');
/** Milliseconds between two looks at whether another start is done. */
const LOOK_EVERY = 250;

/** Installs and builds what is missing; nothing, usually. Two starts from one clone do so one after the other. */
export async function installAndBuild(signal) {
  if ((await isInstalled()) && (await isBuilt())) return;
  const { release } = await untilFree(join(OUTPUT, 'launcher.lock'), signal);
  try {
    await installMissing(signal);
    await buildStale(signal);
  } finally {
    await release();
  }
}

/** Takes the lock as soon as nobody has it, and says once what it waits for. Throws a `Refusal` where no lock can be written. */
export async function untilFree(path, signal) {
  for (let told = false; ; told = true) {
    const { holder, release } = await take(path);
    if (release) return { release };
    if (!told) console.log(`Waiting for another start from this folder (process ${holder}) to install and build …`);
    await pause(LOOK_EVERY, undefined, { signal });
  }
}

const take = (path) =>
  makeFolder(OUTPUT)
    .then(() => takeLock(path))
    .catch((error) => {
      throw new Refusal(`Throughline cannot be built in ${OUTPUT}: ${whyNot(error)}.`);
    });
