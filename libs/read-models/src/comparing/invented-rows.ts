import { sql } from 'kysely';
import { type AnyProjection, entityOf, tableOf } from '../projecting/projection.js';
import { eventsIn, foldEntity, readerOf, readStates, streamsOf } from './compare-entities.js';
import { type Comparing, inComparison, type ModelFinding, type Snapshot } from './comparing.js';

/** Where a walk through the rows of all read models is. */
export interface RowCursor {
  readonly model: string;
  /** The key of the last row that was looked at; null before the first. */
  readonly key: string | null;
  /** Its value in the column by which rows stand together. */
  readonly group: string | null;
}

export interface RowsSought {
  readonly rows: number;
  readonly findings: readonly ModelFinding[];
  /** Undefined after the last row of the last model. */
  readonly next: RowCursor | undefined;
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Finds, among the next rows of the read models, those that no entity accounts for: an event of the log made every row that is there.
 * @param after undefined: from the first row of the first model
 */
export function findInventedRows(
  comparing: Comparing,
  after: RowCursor | undefined,
  { atMost }: { readonly atMost: number },
): Promise<RowsSought> {
  return inComparison(comparing, async (snapshot) => {
    const names = snapshot.models.map(({ name }) => name);
    const at = after ? names.indexOf(after.model) : 0;
    const projection = snapshot.models[at];
    if (!projection) return { rows: 0, findings: [], next: undefined };
    const rows = await nextRows(snapshot, projection, { after, atMost });
    const findings = await inventedAmong(comparing.store, snapshot, projection, rows);
    const following = names[at + 1];
    const { key, together = key } = projection.table;
    const last = rows.at(-1);
    if (rows.length === atMost && last)
      return { rows: rows.length, findings, next: { model: projection.name, key: String(last[key]), group: textOf(last[together]) } }; // prettier-ignore
    return { rows: rows.length, findings, next: following === undefined ? undefined : { model: following, key: null, group: null } }; // prettier-ignore
  });
}

/** The rows of these keys, in the one read model of `comparing`, that no entity accounts for. */
export function stillInvented(comparing: Comparing, keys: readonly string[]): Promise<readonly ModelFinding[]> {
  return inComparison(comparing, async (snapshot) => {
    const [projection] = snapshot.models;
    if (!projection || keys.length === 0) return [];
    const { rows } = await sql<Row>`
      select * from ${sql.table(tableOf(projection))}
       where ${sql.ref(projection.table.key)} = any(${keys})`.execute(snapshot.tx);
    return inventedAmong(comparing.store, snapshot, projection, rows);
  });
}

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value as string);

/** Rows that stand together come together, those without a group last, so that an entity of many rows is folded a few times. */
async function nextRows(
  { tx }: Snapshot,
  projection: AnyProjection,
  { after, atMost }: { readonly after: RowCursor | undefined; readonly atMost: number },
): Promise<readonly Row[]> {
  const { key, together = key } = projection.table;
  const [id, group] = [sql.ref(key), sql.ref(together)];
  const from = sql.table(tableOf(projection));
  const read = async (where: ReturnType<typeof sql>, limit: number): Promise<readonly Row[]> =>
    (await sql<Row>`select * from ${from} where ${where} order by ${group}, ${id} limit ${limit}`.execute(tx)).rows;
  const begin = after?.key ?? null;
  const isPastGroups = begin !== null && after?.group === null;
  const grouped = isPastGroups
    ? []
    : await read(
        begin === null ? sql`${group} is not null` : sql`(${group}, ${id}) > (${after!.group}, ${begin})`,
        atMost,
      );
  if (together === key || grouped.length === atMost) return grouped;
  const without = isPastGroups ? sql`${group} is null and ${id} > ${begin}` : sql`${group} is null`;
  return [...grouped, ...(await read(without, atMost - grouped.length))];
}

async function inventedAmong(
  store: Comparing['store'],
  snapshot: Snapshot,
  projection: AnyProjection,
  rows: readonly Row[],
): Promise<readonly ModelFinding[]> {
  const { key } = projection.table;
  const table = tableOf(projection);
  const named = new Map(rows.map((row) => [row, [...entitiesNamedIn(row, key)]]));
  const states = new Map(await readStates(snapshot.tx, table, [...new Set([...named.values()].flat())]));
  for (const [row, entities] of named) {
    if (entities.some((entity) => states.has(entity))) continue;
    const at = await entityAt(store, row['position']);
    entities.push(...at);
    for (const [entity, state] of await readStates(snapshot.tx, table, at)) states.set(entity, state);
  }
  const accounted = [...states].map(async ([entity, { state }]) => {
    return [entity, await keysOf(store, snapshot, projection, { entity, state })] as const;
  });
  const keys = new Map(await Promise.all(accounted));
  return rows
    .filter((row) => !named.get(row)!.some((entity) => keys.get(entity)?.has(String(row[key]))))
    .map((row) => ({
      kind: 'row-invented',
      model: projection.name,
      table,
      entity: named.get(row)!.find((entity) => keys.has(entity)) ?? null,
      key: String(row[key]),
      columns: [],
    }));
}

/** The keys of the rows that the entity accounts for; none if the log does not have it. */
async function keysOf(
  store: Comparing['store'],
  { position, parked }: Snapshot,
  projection: AnyProjection,
  { entity, state }: { readonly entity: string; readonly state: unknown },
): Promise<ReadonlySet<string>> {
  const streams = streamsOf(projection, entity);
  const keysIn = (rows: readonly object[]) => new Set(rows.map((row) => String((row as Row)[projection.table.key])));
  if (projection.leavesOutFinishedRows) {
    const events = await eventsIn(readerOf(store, position), streams);
    return keysIn(foldEntity(projection, events, parked.get(tableOf(projection))).flatMap(({ rows }) => rows));
  }
  // A state that was forged is found by `compareEntities`, if the log has the entity.
  for (const stream of streams)
    for await (const _ of store.readStream(stream, { to: 0 }))
      return keysIn(projection.rows(state) as readonly object[]);
  return new Set();
}

/** A row names its entity in one of its texts, or in a part of its key. */
function* entitiesNamedIn(row: Row, key: string): Generator<string> {
  for (const value of Object.values(row)) if (typeof value === 'string') yield value;
  const parts = String(row[key]).split(/([- /:])/);
  for (let from = 0; from < parts.length; from += 2)
    for (let to = from + 1; to <= parts.length; to += 2) yield parts.slice(from, to).join('');
}

/** The entity of the event at that position, for a row that has the position of its event. */
async function entityAt(store: Comparing['store'], position: unknown): Promise<readonly string[]> {
  if (typeof position !== 'number') return [];
  for await (const { stream } of store.readStored({ after: position - 1, atMost: 1 })) return [entityOf(stream)];
  return [];
}
