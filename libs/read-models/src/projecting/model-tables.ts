import { sql, type Kysely } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';
import { createMissing } from './create-missing.js';
import { type AnyProjection, tableOf } from './projection.js';

type Db = Kysely<ReadModelSchema>;

/** Tables of one version of a read model, without the indexes that are only for reading. */
export async function createTables(db: Db, projection: AnyProjection): Promise<void> {
  const table = tableOf(projection);
  const columns = Object.entries(projection.table.columns).map(([name, type]) => `${name} ${type}`);
  // `json`, not `jsonb`: states are only read back whole, and keep the order of their keys, by which changes are compared.
  // Room on each page lets most updates stay on it and leave the indexes alone.
  await createMissing(db, {
    [`${table}_state`]: `create table ${table}_state (entity text primary key, state json not null, position bigint not null)
       with (fillfactor = 85)`,
    [table]: `create table ${table} (${columns.join(', ')}, primary key (${projection.table.key}))
       with (fillfactor = 85)`,
    [`${table}_tally`]: `create table ${table}_tally
       (scope text not null, label text not null, units bigint not null, primary key (scope, label)) with (fillfactor = 50)`,
  });
}

export async function createIndexes(db: Db, projection: AnyProjection): Promise<void> {
  const table = tableOf(projection);
  const definitions = projection.table
    .indexes(table)
    .map((definition, n) => [`${table}_${n + 1}`, definition] as const);
  await createMissing(db, Object.fromEntries(definitions.map(([name, on]) => [name, `create index ${name} ${on}`])));
}

export async function dropTables(db: Db, table: string): Promise<void> {
  await sql.raw(`drop table if exists ${table}, ${table}_state, ${table}_tally`).execute(db);
}
