/** Why the storage is unavailable: its disk is full, or it does not answer. */
export type StorageOutage = 'full' | 'away';

/** PostgreSQL's disk_full, and the system's codes for a full disk or an exceeded quota. */
const FULL = /^(53100|ENOSPC|EDQUOT)$/;

/**
 * SQLSTATEs of a database that is starting, stopping or crashed (57P0x), was told to stop a statement (57), cannot be reached (08), refuses
 * its user or the password while that is changed (28), is out of resources (53), cannot use its disk (58), may not write (25006), whose
 * lock is not available (55P03) or whose transaction was idle for too long (25P03); and the error codes of sockets and files.
 */
const AWAY =
  /^(57...|08...|28...|53...|58...|55P03|25006|25P03|ECONN\w+|EPIPE|ETIMEDOUT|EHOST\w+|ENET\w+|ENOTFOUND|EAI_AGAIN|EROFS|EIO|EMFILE|ENFILE)$/;

/**
 * Messages, without a code, of the drivers of PostgreSQL and Redis about a lost connection, one that could not be made, and an answer that did not come in
 * time; and of a Redis that is starting, or refuses the password.
 */
const LOST_CONNECTION = new RegExp(
  [
    '^Connection (terminated|ended|is closed)|^Client has encountered a connection error|^Client was closed',
    '^Query read timeout|^timeout (expired|exceeded when trying)|^Command timed out|^Socket timeout',
    '^(WRONGPASS|NOAUTH|LOADING) ',
  ].join('|'),
);

/** Chains of causes are followed to this depth. */
const MAX_CAUSE_DEPTH = 5;

/** The outage of the storage (PostgreSQL, Redis, a disk) that an error, or one of its causes, reports: a retry may succeed. Null for every other error. */
export function storageOutageOf(error: unknown, causes = MAX_CAUSE_DEPTH): StorageOutage | null {
  if (typeof error !== 'object' || error === null) return null;
  const { code, message, cause } = error as { readonly code?: unknown; readonly message?: unknown; cause?: unknown };
  if (typeof code === 'string' && FULL.test(code)) return 'full';
  if (typeof code === 'string' && AWAY.test(code)) return 'away';
  if (typeof message === 'string' && LOST_CONNECTION.test(message)) return 'away';
  return causes > 0 ? storageOutageOf(cause, causes - 1) : null;
}
