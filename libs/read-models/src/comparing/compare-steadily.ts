import type { TreeFolder } from '@throughline/event-store';
import { tableOf } from '../projecting/projection.js';
import { compareEntities, findBegins, type StreamBegin } from './compare-entities.js';
import type { Comparing, ModelFinding } from './comparing.js';
import { wordsOfModels } from './finding-words.js';
import { findInventedRows, type RowCursor, stillInvented } from './invented-rows.js';

/** The file beside the tree over the log: whoever can change a row of the database cannot change what was found. */
const PATH = 'read-models';
/** Events among which a step looks for streams that begin. */
const MAX_EVENTS = 200;
/** Streams of a step. */
const MAX_STREAMS = 5;
/** Rows of a step. */
const MAX_ROWS = 40;
/** Findings that are kept, and compared again in each step. */
const MAX_FOUND = 20;

/** How far the comparison has come, and what it has found. */
interface Progress {
  /** The position in the log after which it goes on. */
  readonly position: number;
  readonly rows?: RowCursor | undefined;
  readonly found: readonly ModelFinding[];
  /** When the first of `found` was found, ISO 8601. */
  readonly since?: string | undefined;
}

async function readProgress(folder: TreeFolder): Promise<Progress> {
  const text = (await folder.read(PATH))?.toString();
  return text === undefined ? { position: 0, found: [] } : (JSON.parse(text) as Progress);
}

/** Rows that are not as the log makes them, as the comparison has found them, and since when; undefined: it has found none. */
export async function readAlteredModels(
  folder: TreeFolder,
): Promise<{ readonly since: string; readonly words: string } | undefined> {
  const { found, since } = await readProgress(folder);
  return since === undefined ? undefined : { since, words: wordsOfModels(found) };
}

/**
 * Compares the next few entities and the next few rows, and again those that were found before. At the end of the log, or of the rows, it
 * begins anew. What it finds is kept until that is as it should be, or its version is not read any more. Returns what is altered now.
 * Throws the errors of the engines and of the folder.
 */
export async function compareStep(
  comparing: Comparing,
  { folder, now }: { readonly folder: TreeFolder; readonly now: Date },
): Promise<readonly ModelFinding[]> {
  const before = await readProgress(folder);
  const again = await compareAgain(comparing, before.found);
  const { begins, position } = await nextBegins(comparing, before.position);
  const { findings } = await compareEntities(comparing, begins);
  const rows = await findInventedRows(comparing, before.rows, { atMost: MAX_ROWS });
  const all = new Map([...again, ...findings, ...rows.findings].map((finding) => [placeOf(finding), finding]));
  const found = [...all.values()].slice(0, MAX_FOUND);
  const since = found.length === 0 ? undefined : (before.since ?? now.toISOString());
  const after = JSON.stringify({ position, rows: rows.next, found, since } satisfies Progress);
  if (after !== JSON.stringify(before)) await folder.write(PATH, after);
  return found;
}

const placeOf = ({ kind, table, entity, key }: ModelFinding): string => JSON.stringify([kind, table, entity, key]);

async function nextBegins(
  { store }: Comparing,
  after: number,
): Promise<{ readonly begins: readonly StreamBegin[]; readonly position: number }> {
  const begins: StreamBegin[] = [];
  let [position, count] = [after, 0];
  for await (const { stream, revision, position: at } of store.readStored({ after, atMost: MAX_EVENTS })) {
    count += 1;
    position = at;
    if (revision === 0) begins.push({ stream, position: at });
    if (begins.length === MAX_STREAMS) return { begins, position };
  }
  return { begins, position: count < MAX_EVENTS ? 0 : position };
}

/** What of these findings is still so. */
async function compareAgain(comparing: Comparing, found: readonly ModelFinding[]): Promise<readonly ModelFinding[]> {
  const still: ModelFinding[] = [];
  for (const projection of comparing.projections) {
    const its = found.filter(({ table }) => table === tableOf(projection));
    if (its.length === 0) continue;
    const keys = its.flatMap(({ kind, key }) => (kind === 'row-invented' && key !== null ? [key] : []));
    const altered = its.filter(({ kind }) => kind !== 'row-invented');
    const entities = new Set(altered.flatMap(({ entity }) => entity ?? []));
    const only = { ...comparing, projections: [projection] };
    const { findings } = await compareEntities(only, await findBegins(comparing.store, projection, [...entities]));
    still.push(...findings, ...(await stillInvented(only, keys)));
  }
  return still;
}
