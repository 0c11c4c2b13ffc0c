import { eligibilityImportDecider, fileDecider } from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import type { FileStore } from '@throughline/platform';

/** No command takes so long from storing a file to recording it. Milliseconds. */
const ABANDONED_MS = 24 * 3_600_000;
/** Files looked after at a time: the next round takes up the others. */
const AT_A_TIME = 1_000;
/** Categories whose events name files. */
const NAMING = [fileDecider.category, eligibilityImportDecider.category];

interface RemoveUnnamedFiles {
  readonly store: EventStore;
  readonly files: FileStore;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/**
 * Deletes what a process left that died between storing a file and recording it; answers how many files that were. Whether an event names
 * a file is asked of the log itself: no read model that is behind, being built or parked can make a file unnamed. The log is read
 * only while there is something to ask about, which is after such a death. Safe in many processes.
 */
export async function removeUnnamedFiles({ store, files, now, signal }: RemoveUnnamedFiles): Promise<number> {
  const unnamed = new Set(await files.unconfirmed(new Date(now.getTime() - ABANDONED_MS), AT_A_TIME));
  if (unnamed.size === 0) return 0;
  for await (const { data } of store.readAll({ after: 0, filter: { categories: NAMING } })) {
    if (signal.aborted) return 0;
    const { storageName } = data as { readonly storageName?: string };
    if (storageName !== undefined && unnamed.delete(storageName)) await files.confirm(storageName);
  }
  for (const storageName of unnamed) await files.delete(storageName);
  return unnamed.size;
}
