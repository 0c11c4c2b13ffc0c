import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StartError } from './project.mjs';

/**
 * Checks the few variables that a person sets by hand, before the platform library is built. `loadConfig` of the library is authoritative,
 * and is used once it is built; `variables.spec.ts` compares the two.
 */
const FORMS = {
  PORT: ['must be a port', (text) => isWhole(text, 1, 65_535)],
  SEED: ['must be one of demo, none', (text) => ['demo', 'none'].includes(text)],
  TASK_DAY_MS: ['must be a positive whole number', (text) => isWhole(text, 1, Number.MAX_SAFE_INTEGER)],
  FILES_URL: ['must begin with file://', (text) => /^file:\/\/\S+$/.test(text)],
};

/** The address and the folders of this start. An empty variable counts as not set. Throws a `StartError` for a malformed variable. */
export function placesOf(env = process.env) {
  const read = (name) => env[name]?.trim() || undefined;
  for (const [name, [form, fits]] of Object.entries(FORMS)) {
    const text = read(name);
    if (text !== undefined && !fits(text)) throw new StartError(`${name} ${form}.`);
  }
  const dataDir = resolve(read('DATA_DIR') ?? '.data');
  return {
    port: Number(read('PORT') ?? 3000),
    host: read('HOST') ?? '127.0.0.1',
    dataDir,
    filesUrl: read('FILES_URL') ?? pathToFileURL(join(dataDir, 'files')).href,
  };
}

function isWhole(text, least, most) {
  const number = Number(text);
  return Number.isInteger(number) && number >= least && number <= most;
}
