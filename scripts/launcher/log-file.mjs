import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';
import { whyNot } from './folder.mjs';
import { StartError } from './project.mjs';

/** Bytes. A log that has more of them is renamed to `<name>.log.1`, in the place of the one before, and begun anew. */
const MAX_LOG_BYTES = 20 * 1024 * 1024;

/** A file descriptor that appends to a log only its user can read. Throws a `StartError` if nothing can be written there. */
export function openLog(file) {
  try {
    return openSync(file, 'a', 0o600);
  } catch (error) {
    throw new StartError(`The log ${file} cannot be written: ${whyNot(error)}.`);
  }
}

/**
 * Takes the lines of a log, and never fails: on a full disk lines are dropped, and counted when there is space again. `LogDestination` is the
 * platform library's. Throws a `StartError` if nothing can be written there at the start.
 */
export function openLineLog({ LogDestination }, file, maxBytes = MAX_LOG_BYTES) {
  let log = openLog(file);
  let size = fstatSync(log).size;
  const destination = new LogDestination(
    (count) => `${count} log lines were dropped`,
    (bytes) => {
      const written = writeSync(log, bytes);
      size += written;
      return written;
    },
  );
  const rotate = () => {
    // Where it fails, as on a full disk, the log goes on in the present file until it has grown as much again.
    size = 0;
    try {
      renameSync(file, `${file}.1`);
      const next = openLog(file);
      closeSync(log);
      log = next;
    } catch {
      // There is no place to say so but this log.
    }
  };
  return (line) => {
    if (size > maxBytes) rotate();
    destination.write(`${line}\n`);
  };
}
