import { createWriteStream, openSync } from 'node:fs';
import { whyNot } from './folder.mjs';
import { Refusal } from './project.mjs';

/** A file descriptor that appends to a log only its user can read. Throws a `Refusal` if nothing can be written there. */
export function openLog(file) {
  try {
    return openSync(file, 'a', 0o600);
  } catch (error) {
    throw new Refusal(`The log ${file} cannot be written: ${whyNot(error)}.`);
  }
}

/** The same as a stream; a disk that is full later loses lines of the log, not the product. */
export const openLogStream = (file) => createWriteStream(file, { fd: openLog(file) }).on('error', () => undefined);
