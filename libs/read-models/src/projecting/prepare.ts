import { type Kysely, sql } from 'kysely';
import type { ModelStatus, ReadModelSchema } from '../read-model-schema.js';
import { type AnyProjection, tableOf, viewOf } from './projection.js';
import { projectedPosition } from '../consumer/checkpoint.js';
import { createMissing, prepareConsumerTables } from '../consumer/consumer-tables.js';

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

/**
 * Adds the columns that this release has and the table lacks. They are nullable, at the end, and null in all existing rows. The view shows
 * them too.
 */
async function addMissingColumns(db: Db, projection: AnyProjection, isShown: boolean): Promise<void> {
  const table = tableOf(projection);
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped`.execute(
    db,
  );
  const existing = new Set(rows.map(({ name }) => name));
  const missing = Object.entries(projection.table.columns).filter(([name]) => !existing.has(name));
  for (const [name, type] of missing) await sql.raw(`alter table ${table} add column ${name} ${type}`).execute(db);
  if (missing.length > 0 && isShown) await showVersion(db, projection);
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

const TABLES = {
  // Never rebuilt, because a rebuilt log is compared with it.
  stream_head: `create table stream_head
     (stream text primary key, revision integer not null, hash text not null, position bigint not null)
     with (fillfactor = 70)`,
  change_feed: `create table change_feed
     (position bigint primary key, topic text not null, key text not null, audience text[] not null, "row" json not null,
      at timestamptz not null, event_position bigint not null)`,
  change_feed_topic: `create index change_feed_topic on change_feed (topic, position)`,
  // The default and the check limit it to one row.
  change_feed_state: `create table change_feed_state
     ("only" boolean primary key default true check ("only"), epoch uuid not null default gen_random_uuid(),
      last_position bigint not null default 0, trimmed_to bigint not null default 0)`,
};

/**
 * Creates the tables that this release reads, if they do not exist. Idempotent, also in several processes at once, and does not wait for a
 * process that writes. A model without any version in the database is registered for building, unless the log is empty (`head` 0). If
 * another version exists, it is left to the process that writes it, because nodes of two releases may run side by side.
 */
export async function prepareReadModels(db: Db, projections: readonly AnyProjection[], head: number): Promise<void> {
  await prepareConsumerTables(db);
  await withPrepareLock(db, async (tx) => {
    await sql`create extension if not exists pg_trgm`.execute(tx);
    await createMissing(tx, TABLES);
    // Here and below, existence is checked first, because `on conflict do nothing` waits for a transaction that changes the row.
    await sql`insert into change_feed_state select where not exists (select from change_feed_state)`.execute(tx);
    const emptyLog = head === 0 && !((await projectedPosition(tx)) ?? 0);
    const kept = await tx.selectFrom('consumer_checkpoint').select('model').execute();
    for (const projection of newestOfEach(projections)) {
      if (!kept.some(({ model }) => model === projection.name)) await register(tx, projection, emptyLog);
    }
  });
}

/**
 * Called by the leader before it writes the read models. Registers new versions for building, resumes versions that were retired before
 * they were replaced, and retires versions that this release does not know; those stay visible until they are replaced. All versions get
 * the columns that this release adds, and active ones the indexes.
 */
export async function takeOverReadModels(db: Db, projections: readonly AnyProjection[]): Promise<void> {
  await withPrepareLock(db, async (tx) => {
    const set = (status: ModelStatus) => tx.updateTable('consumer_checkpoint').set({ status });
    const known = projections.map(tableOf);
    await set('retired').where('status', '=', 'active').where('consumer', 'not in', known).execute();
    for (const projection of newestOfEach(projections)) {
      await register(tx, projection, false);
      await set('building').where('status', '=', 'retired').where('consumer', '=', tableOf(projection)).execute();
    }
    const kept = await tx.selectFrom('consumer_checkpoint').select(['consumer', 'status']).execute();
    const statuses = new Map(kept.map(({ consumer, status }) => [consumer, status]));
    for (const projection of projections) {
      const status = statuses.get(tableOf(projection));
      if (status === undefined) continue;
      await addMissingColumns(tx, projection, status === 'active');
      if (status === 'active') await createIndexes(tx, projection);
    }
  });
}

function withPrepareLock(db: Db, work: (tx: Db) => Promise<void>): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('throughline/read-models/prepare'))`.execute(tx);
    await work(tx);
  });
}

/** The newest version of each read model. */
export function newestOfEach(projections: readonly AnyProjection[]): AnyProjection[] {
  const newest = new Map<string, AnyProjection>();
  for (const projection of projections) {
    const other = newest.get(projection.name);
    if (!other || projection.version > other.version) newest.set(projection.name, projection);
  }
  return [...newest.values()];
}

async function register(tx: Db, projection: AnyProjection, emptyLog: boolean): Promise<void> {
  const status: ModelStatus = emptyLog ? 'active' : 'building';
  await createTables(tx, projection);
  if (emptyLog) await createIndexes(tx, projection);
  const table = tableOf(projection);
  await sql`
    insert into consumer_checkpoint (consumer, model, status, position)
    select ${table}, ${projection.name}, ${status}, 0
     where not exists (select from consumer_checkpoint where consumer = ${table})`.execute(tx);
  const { rows } = await sql<{ view: string | null }>`
    select to_regclass(${viewOf(projection.name)})::text as view`.execute(tx);
  if (!rows[0]?.view) await showVersion(tx, projection);
}

/** Makes queries read this version. */
export async function showVersion(tx: Db, projection: AnyProjection): Promise<void> {
  const table = tableOf(projection);
  const view = viewOf(projection.name);
  for (const statement of [
    `drop view if exists ${view}, ${view}_tally`,
    `create view ${view} as select * from ${table}`,
    `create view ${view}_tally as select * from ${table}_tally`,
  ]) {
    await sql.raw(statement).execute(tx);
  }
}
