import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';
import { whyNot } from './folder.mjs';
import { StartError } from './project.mjs';

/** Maximum bytes of a log. A longer one is renamed to `<name>.log.1`, which replaces the previous one, and a new log is started. */
const MAX_LOG_BYTES = 20 * 1024 * 1024;

/** A file descriptor that appends to a log which only its user can read. Throws a `StartError` if nothing can be written there. */
export function openLog(file) {
  try {
    return openSync(file, 'a', 0o600);
  } catch (error) {
    throw new StartError(`The log ${file} cannot be written: ${whyNot(error)}.`);
  }
}

/**
 * Writes the lines of a log, and never fails: on a full disk lines are dropped, and counted once there is space again. `LogDestination` is
 * that of the platform library. Throws a `StartError` if nothing can be written at the start.
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
    // If the rename fails, for example on a full disk, the log continues in the present file until it has grown by the same amount again.
    size = 0;
    try {
      renameSync(file, `${file}.1`);
      const next = openLog(file);
      closeSync(log);
      log = next;
    } catch {
      // The failure could only be reported in this log.
    }
  };
  return (line) => {
    if (size > maxBytes) rotate();
    destination.write(`${line}\n`);
  };
}
