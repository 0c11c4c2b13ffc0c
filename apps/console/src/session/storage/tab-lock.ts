/** Gives up a lock. */
export type Release = () => void;

/** The browser has no locks (no HTTPS, or site data is blocked), so nothing was taken. */
const NOTHING_TAKEN: Release = () => undefined;

/**
 * Takes a lock that all tabs of this browser share, until it is released or the page is closed. Null: another tab has it, and `ifAvailable`
 * is set or `signal` was aborted. A browser without locks lets every tab have it: the caller must then read what is stored once more
 * before it stores something.
 */
export async function takeLock(name: string, options: LockOptions = {}): Promise<Release | null> {
  const locks = navigator.locks as LockManager | undefined;
  if (locks === undefined) return NOTHING_TAKEN;
  return new Promise((resolve) => {
    const hold = (lock: Lock | null) => {
      if (lock === null) return resolve(null);
      return new Promise<void>((release) => resolve(release));
    };
    locks
      .request(name, options, hold)
      .catch((error: Error) => resolve(error.name === 'SecurityError' ? NOTHING_TAKEN : null));
  });
}
