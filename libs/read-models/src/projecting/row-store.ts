import { sql, type Kysely } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';
import { createMissing } from './create-missing.js';
import type { Advanced, Saved } from './fold-batch.js';
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

export async function loadSaved(db: Db, projection: AnyProjection, entities: readonly string[]) {
  const { rows } = await sql<Saved & { entity: string }>`
    select entity, state, position from ${sql.table(`${tableOf(projection)}_state`)}
     where entity = any(${entities})`.execute(db);
  return new Map<string, Saved>(rows.map((row) => [row.entity, row]));
}

/** States, rows and tallies of everything that advanced: three statements, however many entities. */
export async function saveAdvanced(db: Db, projection: AnyProjection, advanced: readonly Advanced[]): Promise<void> {
  const table = tableOf(projection);
  if (advanced.length === 0) return;
  const states = advanced.map(({ entity, state, position }) => ({ entity, state, position }));
  await sql`
    insert into ${sql.table(`${table}_state`)} (entity, state, position)
    select entity, state, position from json_to_recordset(${JSON.stringify(states)}::json)
        as given (entity text, state json, position bigint)
    on conflict (entity) do update set state = excluded.state, position = excluded.position`.execute(db);
  await saveRows(
    db,
    projection,
    advanced.flatMap((one) => one.rows),
  );
  await saveTallies(db, projection, advanced);
}

async function saveRows(db: Db, projection: AnyProjection, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  const { columns, key } = projection.table;
  const names = Object.keys(columns);
  const typed = names.map((name) => `${name} ${columns[name]}`).join(', ');
  const updates = names.filter((name) => name !== key).map((name) => `${name} = excluded.${name}`);
  await sql`
    insert into ${sql.table(tableOf(projection))} (${sql.raw(names.join(', '))})
    select ${sql.raw(names.join(', '))} from json_to_recordset(${JSON.stringify(rows)}::json) as given (${sql.raw(typed)})
    on conflict (${sql.raw(key)}) do update set ${sql.raw(updates.join(', '))}`.execute(db);
}

async function saveTallies(db: Db, projection: AnyProjection, advanced: readonly Advanced[]): Promise<void> {
  const { tally } = projection;
  if (!tally) return;
  const difference = new Map<string, { scope: string; label: string; units: number }>();
  const count = (rows: readonly object[], by: number): void => {
    for (const { scope, label } of rows.flatMap((row) => tally(row))) {
      const unit = difference.get(`${scope}\n${label}`) ?? { scope, label, units: 0 };
      difference.set(`${scope}\n${label}`, { ...unit, units: unit.units + by });
    }
  };
  for (const { replaced, rows } of advanced) {
    count(replaced, -1);
    count(rows, 1);
  }
  const changed = [...difference.values()].filter(({ units }) => units !== 0);
  if (changed.length === 0) return;
  const tallies = sql.table(`${tableOf(projection)}_tally`);
  await sql`
    insert into ${tallies} as kept (scope, label, units)
    select scope, label, units from json_to_recordset(${JSON.stringify(changed)}::json)
        as given (scope text, label text, units bigint)
    on conflict (scope, label) do update set units = kept.units + excluded.units`.execute(db);
}
