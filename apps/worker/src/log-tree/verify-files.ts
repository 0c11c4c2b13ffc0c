import { fileDecider, type FileEvent, isKnownEvent, type Recorded, recordedFileIn } from '@throughline/domain';
import { type EventStore, readEvents } from '@throughline/event-store';
import { type FileStore, readAsStored } from '@throughline/platform';

/** A file that is not in the file store as the event at this place recorded it. */
export interface FileFinding {
  readonly found: 'altered' | 'missing';
  readonly referralId: string;
  readonly fileId: number;
  readonly fileName: string;
  readonly position: number;
}

export interface FilesReport {
  /** Files that events name, without those that were refused and deleted. */
  readonly count: number;
  readonly findings: readonly FileFinding[];
}

interface VerifyFiles {
  readonly store: Pick<EventStore, 'readAll' | 'readStream'>;
  readonly files: Pick<FileStore, 'get'>;
  /** Called after every `PROGRESS_FILES` files. */
  readonly onProgress: (count: number) => void;
}

const PROGRESS_FILES = 1_000;

/** Compares every file of a referral with the event that recorded it. Throws `StoreUnavailable`, and what reading a file throws. */
export async function verifyFiles({ store, files, onProgress }: VerifyFiles): Promise<FilesReport> {
  let count = 0;
  const findings: FileFinding[] = [];
  for await (const event of store.readAll({ after: 0, filter: { categories: [fileDecider.category] } })) {
    // `audit verify` of the release that wrote it knows the event.
    if (!isKnownEvent(event)) continue;
    const recorded = recordedFileIn(event as Recorded<FileEvent>);
    if (!recorded) continue;
    const found = await readAsStored(files, recorded);
    const { referralId, fileId, fileName } = recorded;
    if (found === 'missing' && (await wasRefused(store, event.stream, fileId))) continue;
    if (typeof found === 'string') findings.push({ found, referralId, fileId, fileName, position: event.position });
    if (++count % PROGRESS_FILES === 0) onProgress(count);
  }
  return { count, findings };
}

/** The bytes of a file that was refused are deleted. */
async function wasRefused(store: Pick<EventStore, 'readStream'>, stream: string, fileId: number): Promise<boolean> {
  const events = await readEvents<FileEvent>(store, stream, {});
  return events.some(({ type, data }) => type === 'FileRejectedByScan' && data.fileId === fileId);
}
