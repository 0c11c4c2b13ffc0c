import { sql, type Kysely } from 'kysely';
import type { ModelStatus, ReadModelSchema } from '../read-model-schema.js';
import { projectedPosition } from './checkpoint.js';
import { createMissing } from './create-missing.js';
import { type AnyProjection, tableOf, viewOf } from './projection.js';
import { createIndexes, createTables } from './model-tables.js';

type Db = Kysely<ReadModelSchema>;

const TABLES = {
  read_model_checkpoint: `create table read_model_checkpoint
     (table_name text primary key, model text not null, status text not null, position bigint not null,
      moved_at timestamptz not null default now())`,
  parked_stream: `create table parked_stream
     (consumer text not null, stream text not null, position bigint not null, error text not null,
      parked_at timestamptz not null default now(), primary key (consumer, stream))`,
  // Never built anew: it is the memory that a rebuilt log is compared with.
  stream_head: `create table stream_head
     (stream text primary key, revision integer not null, hash text not null, position bigint not null)
     with (fillfactor = 70)`,
  change_feed: `create table change_feed
     (position bigint primary key, topic text not null, key text not null, audience text[] not null, "row" json not null,
      at timestamptz not null, event_position bigint not null)`,
  change_feed_topic: `create index change_feed_topic on change_feed (topic, position)`,
  // The default and the check keep it to one row.
  change_feed_state: `create table change_feed_state
     ("only" boolean primary key default true check ("only"), epoch uuid not null default gen_random_uuid(),
      last_position bigint not null default 0, trimmed_to bigint not null default 0)`,
};

/**
 * Makes what this release reads where the database has none of it; safe to repeat, to run in several processes at once, and beside
 * one that is writing (nothing waits for it). A model that nobody has kept is registered for building, unless the log is still empty
 * (`head` 0): then there is nothing to build. One that is kept in another version is left to whoever writes it: nodes of two
 * releases run side by side.
 */
export async function prepareReadModels(db: Db, projections: readonly AnyProjection[], head: number): Promise<void> {
  await alone(db, async (tx) => {
    await sql`create extension if not exists pg_trgm`.execute(tx);
    await createMissing(tx, TABLES);
    // Asked first, here and below: `on conflict do nothing` waits for whoever is changing the row.
    await sql`insert into change_feed_state select where not exists (select from change_feed_state)`.execute(tx);
    const emptyLog = head === 0 && !((await projectedPosition(tx)) ?? 0);
    const kept = await tx.selectFrom('read_model_checkpoint').select('model').execute();
    for (const projection of newestOfEach(projections)) {
      if (!kept.some(({ model }) => model === projection.name)) await register(tx, projection, emptyLog);
    }
  });
}

/**
 * For whoever writes the read models from now on, alone. A new version is registered for building, one that was retired before it was
 * replaced goes on as it was left, and versions that this release does not know are retired: they stay visible until they are replaced.
 */
export async function takeOverReadModels(db: Db, projections: readonly AnyProjection[]): Promise<void> {
  await alone(db, async (tx) => {
    const set = (status: ModelStatus) => tx.updateTable('read_model_checkpoint').set({ status });
    const known = projections.map(tableOf);
    await set('retired').where('status', '=', 'active').where('table_name', 'not in', known).execute();
    for (const projection of newestOfEach(projections)) {
      await register(tx, projection, false);
      await set('building').where('status', '=', 'retired').where('table_name', '=', tableOf(projection)).execute();
    }
  });
}

function alone(db: Db, work: (tx: Db) => Promise<void>): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('throughline/read-models/prepare'))`.execute(tx);
    await work(tx);
  });
}

function newestOfEach(projections: readonly AnyProjection[]): AnyProjection[] {
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
    insert into read_model_checkpoint (table_name, model, status, position)
    select ${table}, ${projection.name}, ${status}, 0
     where not exists (select from read_model_checkpoint where table_name = ${table})`.execute(tx);
  const { rows } = await sql<{ view: string | null }>`
    select to_regclass(${viewOf(projection.name)})::text as view`.execute(tx);
  if (!rows[0]?.view) await showVersion(tx, projection);
}

/** From now on queries read this version. */
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
