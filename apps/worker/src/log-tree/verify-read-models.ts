import {
  type EventStore,
  forgetVerifiedPart,
  type NoteSigner,
  type OpenedCheckpoint,
  readVerifiedPart,
  type TreeFolder,
  writeVerifiedPart,
} from '@throughline/event-store';
import {
  compareEntities,
  type Comparing,
  findInventedRows,
  findParked,
  type ModelFinding,
  REPAIR_WORDS,
  type RowCursor,
  type StreamBegin,
} from '@throughline/read-models';
import type { Clock } from '../engines/engines.js';
import { momentOf } from './finding-words.js';

/** What read models have, compared with what the log makes of them. */
export interface ReadModelsReport {
  /** Entities that were folded, in all read models. */
  readonly entities: number;
  /** Entities that were folded in a second, on average. */
  readonly perSecond: number;
  /** Rows for which an event was sought. */
  readonly rows: number;
  readonly findings: readonly ModelFinding[];
}

interface VerifyReadModels {
  readonly comparing: Comparing & { readonly store: Pick<EventStore, 'readAll'> };
  /** Where a run that is interrupted keeps how far it came; with a signer alone. */
  readonly kept: {
    readonly folder: TreeFolder;
    readonly vkeys: readonly string[];
    readonly signer: NoteSigner | undefined;
  };
  /** The checkpoint of the log, if all of that is as it was signed; without it the comparison begins at the start. */
  readonly proven: Pick<OpenedCheckpoint, 'size' | 'root'> | undefined;
  readonly now: Clock;
  readonly print: (line: string) => void;
  /** Streams whose entities are compared in one snapshot. */
  readonly streamsAtOnce?: number;
  /** Entities, or rows, between two lines of progress. */
  readonly progressEvery?: number;
}

/** Rows that are looked at in one snapshot. */
const MAX_ROWS = 500;

/**
 * Compares every entity of every active read model with the log, in the order in which entities begin there, and then seeks an event for
 * every row. A run that was interrupted among the entities is continued there, if it had found nothing. Throws the errors of the engines.
 */
export async function verifyReadModels(options: VerifyReadModels): Promise<ReadModelsReport> {
  const { comparing, kept, proven, now, print, streamsAtOnce = 50, progressEvery = 10_000 } = options;
  const part = proven && (await readVerifiedPart(kept.folder, kept.vkeys, 'read-models'));
  if (part) {
    const until = momentOf(part.checkpoint.at);
    print(`Read models up to position ${part.position} were compared by ${until}, in a run that was interrupted.`);
  }
  const findings: ModelFinding[] = [];
  const began = performance.now();
  const perSecond = () => Math.round((1_000 * entities) / (performance.now() - began));
  let [entities, told] = [0, 0];
  const compare = async (begins: readonly StreamBegin[]) => {
    const compared = await compareEntities(comparing, begins);
    entities += compared.entities;
    findings.push(...compared.findings);
    if (entities - told < progressEvery) return;
    told = entities;
    print(`compared with the log: ${entities} entities of read models, ${perSecond()} a second`);
    if (findings.length > 0 || !proven || !kept.signer) return;
    const sound = { checkpoint: { ...proven, at: now() }, position: begins.at(-1)!.position };
    // Where it cannot be kept, an interrupted run begins at the start.
    await writeVerifiedPart(kept.folder, kept.signer, sound, 'read-models').catch(() => undefined);
  };
  let begins: StreamBegin[] = [];
  for await (const { stream, revision, position } of comparing.store.readAll({ after: part?.position ?? 0 })) {
    if (revision === 0) begins.push({ stream, position });
    if (begins.length < streamsAtOnce) continue;
    await compare(begins);
    begins = [];
  }
  if (begins.length > 0) await compare(begins);
  const folded = { entities, perSecond: perSecond() };

  let rows = 0;
  let next: RowCursor | undefined;
  do {
    const sought = await findInventedRows(comparing, next, { atMost: MAX_ROWS });
    findings.push(...sought.findings);
    if (Math.floor((rows + sought.rows) / progressEvery) > Math.floor(rows / progressEvery))
      print(`compared with the log: ${rows + sought.rows} rows of read models`);
    rows += sought.rows;
    next = sought.next;
  } while (next);
  findings.push(...(await findParked(comparing)));
  await forgetVerifiedPart(kept.folder, 'read-models').catch(() => undefined);
  return { ...folded, rows, findings };
}

export function wordsOfReadModels({ entities, perSecond, rows, findings }: ReadModelsReport): string {
  const speed = `${entities} entities, ${perSecond} a second, and ${rows} rows were compared`;
  if (findings.length === 0) return `Read models as the log makes them: ${speed}.`;
  return `Read models are not as the log makes them at ${findings.length} ${findings.length === 1 ? 'place' : 'places'}; ${speed}. ${REPAIR_WORDS}`;
}
