import type { FileAsOf } from '@throughline/domain';
import { type FileStore, readAsStored } from '@throughline/platform';
import { type EventRecord, fileNamedBy, type FileRecord } from './evidence-format.js';
import type { CaseEvidence } from './gather-evidence.js';

export interface CaseFile {
  readonly record: FileRecord;
  /** Absent: it is left out. */
  readonly bytes?: Buffer;
}

interface Options {
  readonly hasPersonalData: boolean;
  /** As they are after the last event. */
  readonly states: readonly FileAsOf[];
}

/** The files of a case with their bytes, one after another. One whose bytes are not those of its event is named and left out. */
export async function* readFiles(
  evidence: CaseEvidence,
  store: FileStore,
  { hasPersonalData, states }: Options,
): AsyncGenerator<CaseFile, void, void> {
  for (const { event, storageName } of evidence.files) {
    const { fileId, sha256 } = fileNamedBy(event as EventRecord)!;
    const { size } = event.data as { readonly size: number };
    const about = { fileId, position: event.position, sha256, size };
    const check = states.find((state) => state.fileId === fileId)?.check;
    const isHandedOut = hasPersonalData && (check === undefined || check === 'accepted');
    const found = isHandedOut ? await readAsStored(store, { storageName, sha256 }) : undefined;
    if (Buffer.isBuffer(found)) yield { record: { ...about, path: `files/${fileId}.pdf` }, bytes: found };
    else yield { record: { ...about, leftOut: reasonFor({ hasPersonalData, check, found }) } };
  }
}

interface Found {
  readonly hasPersonalData: boolean;
  readonly check: FileAsOf['check'];
  /** Undefined: it was not read. */
  readonly found: Awaited<ReturnType<typeof readAsStored>> | undefined;
}

function reasonFor({ hasPersonalData, check, found }: Found): string {
  if (!hasPersonalData) return 'left out with the personal data.';
  if (check === 'refused') return 'refused by its check, and therefore not kept.';
  if (check === 'waiting') return 'not checked yet, and therefore not handed out.';
  return found === 'missing'
    ? 'not in the file store any more.'
    : 'altered in the file store: its bytes do not have the hash that its event states.';
}
