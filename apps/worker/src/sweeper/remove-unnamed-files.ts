import { FILE_CATEGORIES, isKnownEvent, storageNameIn } from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import type { FileStore } from '@throughline/platform';

/** A command records a stored file within this many milliseconds, or never. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;
/** Files that one sweep removes. The next sweep removes the others. */
const MAX_FILES_PER_SWEEP = 1_000;

interface RemoveUnnamedFiles {
  readonly store: EventStore;
  readonly files: FileStore;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/**
 * Deletes the files that a process stored but did not record before it died. Resolves with their number. Whether an event names a file is
 * read from the log, because a read model may be behind, being built or parked. The log is read only when there are such files. Several
 * processes may run it at once.
 */
export async function removeUnnamedFiles({ store, files, now, signal }: RemoveUnnamedFiles): Promise<number> {
  const unnamed = new Set(await files.unconfirmed(new Date(now.getTime() - ABANDONED_AFTER_MS), MAX_FILES_PER_SWEEP));
  if (unnamed.size === 0) return 0;
  for await (const event of store.readAll({ after: 0, filter: { categories: FILE_CATEGORIES } })) {
    // An event of a later release may name any of the files: a node that knows the event decides.
    if (signal.aborted || !isKnownEvent(event)) return 0;
    const storageName = storageNameIn(event);
    if (storageName !== null && unnamed.delete(storageName)) await files.confirm(storageName);
  }
  for (const storageName of unnamed) await files.delete(storageName);
  return unnamed.size;
}
