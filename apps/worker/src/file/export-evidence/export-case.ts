import type { Writable } from 'node:stream';
import { UnknownEvent } from '@throughline/domain';
import {
  type EventStore,
  InvalidNote,
  type NoteSigner,
  NotProven,
  openTreeFolder,
  treeSigner,
} from '@throughline/event-store';
import type { FileStore, WorkerConfig } from '@throughline/platform';
import { listViewers, type ReadModelSchema } from '@throughline/read-models';
import type { Kysely } from 'kysely';
import { CaseEvidence, NotAsSigned } from './gather-evidence.js';
import { type WriteEvidence, writeEvidence } from './write-evidence.js';
import { ZipWriter } from './zip-writer.js';

interface Sources {
  readonly store: EventStore;
  readonly db: Kysely<ReadModelSchema>;
  readonly config: Pick<WorkerConfig, 'tlogUrl' | 'tlogFormerSigners' | 'publicOrigin'> & { readonly tlogKey: string };
}

interface WriteZip extends Pick<WriteEvidence, 'onProgress' | 'onLeftOut' | 'render'> {
  readonly output: Writable;
  /** Whether the output is closed with the ZIP. */
  readonly end: boolean;
  readonly files: FileStore;
  readonly now: Date;
  readonly by: string;
  readonly hasPersonalData: boolean;
  readonly signal: AbortSignal;
}

/** The export of the evidence of a case, for the command line and for the page: gathered first, and then written. */
export class CaseExport {
  private constructor(
    private readonly db: Kysely<ReadModelSchema>,
    readonly evidence: CaseEvidence,
    readonly signer: NoteSigner,
    private readonly vkeys: readonly string[],
  ) {}

  /** Throws like `CaseEvidence.gather`. */
  static async gather({ store, db, config }: Sources, caseId: string): Promise<CaseExport> {
    const { tlogUrl, tlogKey, publicOrigin, tlogFormerSigners = [] } = config;
    const folders = { log: openTreeFolder(tlogUrl), 'access-log': openTreeFolder(tlogUrl, 'access-log') };
    const signer = await treeSigner(folders.log, tlogKey, publicOrigin);
    const other = await treeSigner(folders['access-log'], tlogKey, publicOrigin);
    const evidence = await CaseEvidence.gather({ store, db, folders }, caseId);
    return new CaseExport(db, evidence, signer, [signer.vkey, other.vkey, ...tlogFormerSigners]);
  }

  /** Throws like `writeEvidence`; AbortError. */
  async writeZip({ output, end, now, by, hasPersonalData, signal, ...options }: WriteZip): Promise<void> {
    const { evidence, signer, vkeys } = this;
    const { caseId, lastViewing: upTo } = evidence;
    const viewers = await listViewers(this.db, { caseId, upTo });
    signal.throwIfAborted();
    await writeEvidence({
      ...options,
      evidence,
      zip: new ZipWriter(output, { folder: `evidence-${caseId}`, at: now, signal, end }),
      viewers,
      signer,
      vkeys,
      about: { exportedAt: now.toISOString(), exportedBy: by, hasPersonalData },
    });
  }
}

/** Why nothing can be exported, in words for an operator; undefined: it was something else. */
export function reasonInWords(error: unknown): string | undefined {
  if (error instanceof NotAsSigned) return error.message;
  if (error instanceof NotProven) return `${error.message} Nothing was exported.`;
  if (error instanceof InvalidNote)
    return `A checkpoint or a public key cannot be used: ${error.message}. Nothing was exported.`;
  if (error instanceof UnknownEvent)
    return `A later release has written an event of it (${error.message}): use the command of that release.`;
  return undefined;
}
