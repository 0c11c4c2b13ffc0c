import { type Kysely, sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import type { ReadModelSchema } from '../read-model-schema.js';

type Db = Kysely<ReadModelSchema>;

/** Milliseconds that a running node may have to wait while its table is renamed. Less than PostgreSQL's deadlock time-out (1 s). */
const MAX_LOCK_WAIT_MS = 200;
const RETRY_MS = 100;
const MAX_ATTEMPTS = 100;

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Creates the tables of all consumers, one of checkpoints and one of parked streams, if they do not exist; safe to repeat and
 * to run in several processes at once. The previous release had two tables of checkpoints. Their rows are copied, and its
 * nodes, which run beside this one during an upgrade or after a rollback, find both as views.
 */
export async function prepareConsumerTables(db: Db): Promise<void> {
  if (await arePrepared(db)) return;
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtext('throughline/consumers/prepare'))`.execute(tx);
        await sql`set local lock_timeout = ${sql.lit(MAX_LOCK_WAIT_MS)}`.execute(tx);
        if (!(await arePrepared(tx))) await make(tx);
      });
    } catch (error) {
      const isBusy = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
      if (!isBusy || attempt === MAX_ATTEMPTS) throw error;
      await pause(RETRY_MS);
    }
  }
}

async function arePrepared(db: Db): Promise<boolean> {
  const { rows } = await sql<{ prepared: boolean }>`
    select to_regclass('consumer_checkpoint') is not null
       and exists (select from pg_attribute where attrelid = to_regclass('parked_stream') and attname = 'unknown_type')
       and to_regclass('failed_job') is not null
        as prepared`.execute(db);
  return rows[0]?.prepared === true;
}

async function make(tx: Db): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(tx);
  if (await isTable(tx, 'read_model_checkpoint')) {
    await run('alter table read_model_checkpoint rename to consumer_checkpoint');
    await run('alter table consumer_checkpoint rename column table_name to consumer');
    await run(
      `alter table consumer_checkpoint alter column model drop not null, alter column status set default 'reacting'`,
    );
  } else if (!(await isTable(tx, 'consumer_checkpoint'))) {
    await run(`create table consumer_checkpoint
      (consumer text primary key, model text, status text not null default 'reacting', position bigint not null,
       moved_at timestamptz not null default now())`);
  }
  if (await isTable(tx, 'follower_checkpoint')) {
    await run('lock table follower_checkpoint in access exclusive mode');
    await run(
      `insert into consumer_checkpoint (consumer, position) select follower, position from follower_checkpoint`,
    );
    await run('drop table follower_checkpoint');
  }
  // For the previous release: to be removed in the next one.
  await run(`create or replace view read_model_checkpoint as
    select consumer as table_name, model, status, position, moved_at from consumer_checkpoint where model is not null`);
  await run(`create or replace view follower_checkpoint as
    select consumer as follower, position from consumer_checkpoint where model is null`);

  if (!(await isTable(tx, 'parked_stream'))) {
    await run(`create table parked_stream
      (consumer text not null, stream text not null, position bigint not null, error text not null,
       parked_at timestamptz not null default now(), primary key (consumer, stream))`);
  }
  await run('alter table parked_stream add column if not exists unknown_type text');
  await run(`create table if not exists failed_job
    (job_id text primary key, name text not null, data json not null, reason text not null, attempts integer not null,
     failed_at timestamptz not null)`);
}

async function isTable(tx: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ kind: string }>`
    select relkind as kind from pg_class where oid = to_regclass(${name})`.execute(tx);
  return rows[0]?.kind === 'r';
}
