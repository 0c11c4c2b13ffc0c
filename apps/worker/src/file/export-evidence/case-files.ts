import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { FileAsOf } from '@throughline/domain';
import { FileNotStored, type FileStore } from '@throughline/platform';
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
    const bytes =
      hasPersonalData && (check === undefined || check === 'accepted') ? await read(store, storageName) : undefined;
    const leftOut = reasonFor({ hasPersonalData, check, bytes, sha256 });
    if (leftOut === undefined && bytes) yield { record: { ...about, path: `files/${fileId}.pdf` }, bytes };
    else yield { record: { ...about, leftOut: leftOut ?? '' } };
  }
}

interface Found {
  readonly hasPersonalData: boolean;
  readonly check: FileAsOf['check'];
  readonly bytes: Buffer | undefined;
  readonly sha256: string;
}

function reasonFor({ hasPersonalData, check, bytes, sha256 }: Found): string | undefined {
  if (!hasPersonalData) return 'left out with the personal data.';
  if (check === 'refused') return 'refused by its check, and therefore not kept.';
  if (check === 'waiting') return 'not checked yet, and therefore not handed out.';
  if (!bytes) return 'not in the file store any more.';
  const found = createHash('sha256').update(bytes).digest('hex');
  return found === sha256
    ? undefined
    : `altered in the file store: its bytes have the hash ${found}, and its event states another one.`;
}

const read = async (store: FileStore, storageName: string): Promise<Buffer | undefined> => {
  try {
    return await buffer(await store.get(storageName));
  } catch (error) {
    if (error instanceof FileNotStored) return undefined;
    throw error;
  }
};
