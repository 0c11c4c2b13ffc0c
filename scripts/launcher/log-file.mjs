import { openSync, writeSync } from 'node:fs';
import { whyNot } from './folder.mjs';
import { StartError } from './project.mjs';

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
export function openLineLog({ LogDestination }, file) {
  const log = openLog(file);
  const destination = new LogDestination(
    (count) => `${count} log lines were dropped`,
    (bytes) => writeSync(log, bytes),
  );
  return (line) => destination.write(`${line}\n`);
}
