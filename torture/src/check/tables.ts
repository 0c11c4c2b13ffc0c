import type { EventStore } from '@throughline/event-store';
import { ensureDatabase, openDatabase } from '@throughline/platform';
import {
  type AnyProjection,
  buildRegistered,
  listParked,
  newestOfEach,
  prepareReadModels,
  projections,
  type ReadModelSchema,
  tableOf,
} from '@throughline/read-models';
import { type Kysely, sql } from 'kysely';

type Db = Kysely<ReadModelSchema>;

/** The rows of tables, as JSON, by key. */
export type Tables = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Every table of every read model, in its newest version: states, rows and tallies, and what is parked. A tally of zero equals a missing
 * one, because a rebuild, which folds more at a time, may never have had it.
 */
export async function readTables(db: Db): Promise<Tables> {
  const tables = new Map<string, ReadonlyMap<string, string>>();
  for (const projection of newestOfEach(projections)) {
    const table = tableOf(projection);
    tables.set(`${table}_state`, await rowsOf(db, `${table}_state`, ['entity']));
    tables.set(table, await rowsOf(db, table, [keyOf(projection)]));
    tables.set(`${table}_tally`, await rowsOf(db, `${table}_tally`, ['scope', 'label'], 'units <> 0'));
  }
  const parked = (await listParked(db)).map(({ consumer, stream }) => [`${consumer} ${stream}`, 'parked'] as const);
  return tables.set('parked_stream', new Map(parked));
}

const keyOf = ({ table }: AnyProjection): string => table.key;

async function rowsOf(db: Db, table: string, key: readonly string[], where = 'true') {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(kept) as row from ${sql.table(table)} as kept where ${sql.raw(where)}`.execute(db);
  return new Map(rows.map(({ row }) => [key.map((name) => String(row[name])).join(' '), JSON.stringify(row)]));
}

/** The tables that a rebuild from the log makes, in a database of that name that is dropped afterwards. */
export async function rebuildTables(store: EventStore, serverUrl: string, name: string): Promise<Tables> {
  const { db, close } = openDatabase<ReadModelSchema>(await ensureDatabase(serverUrl, name), { max: 3 });
  try {
    await prepareReadModels(db, projections, await store.head());
    await buildRegistered(db, store, projections, { signal: new AbortController().signal });
    return await readTables(db);
  } finally {
    await close();
    const server = openDatabase<object>(serverUrl, { max: 1 });
    await sql`drop database if exists ${sql.id(name)}`.execute(server.db);
    await server.close();
  }
}

const MAX_REPORTED_ROWS = 5;

/** Row by row, the tables that people see equal those of a rebuild from the log. */
export function checkReadModels(seen: Tables, rebuilt: Tables): readonly string[] {
  return [...new Set([...seen.keys(), ...rebuilt.keys()])].flatMap((table) => {
    const violations = differences(
      seen.get(table) ?? new Map<string, string>(),
      rebuilt.get(table) ?? new Map<string, string>(),
    );
    const more = violations.length > MAX_REPORTED_ROWS ? [`and ${violations.length - MAX_REPORTED_ROWS} more`] : [];
    return [...violations.slice(0, MAX_REPORTED_ROWS), ...more].map((words) => `${table}: ${words}`);
  });
}

function differences(seen: ReadonlyMap<string, string>, rebuilt: ReadonlyMap<string, string>): string[] {
  return [...new Set([...seen.keys(), ...rebuilt.keys()])].flatMap((key) => {
    const [is, should] = [seen.get(key), rebuilt.get(key)];
    if (is === should) return [];
    if (is === undefined) return [`${key} is missing`];
    if (should === undefined) return [`${key} is there and should not be`];
    return [`${key} is ${is}, should be ${should}`];
  });
}
