import { type Kysely, sql } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';

type Db = Kysely<ReadModelSchema>;

const TABLES = {
  consumer_checkpoint: `create table consumer_checkpoint
    (consumer text primary key, model text, status text not null default 'reacting', position bigint not null,
     moved_at timestamptz not null default now())`,
  parked_stream: `create table parked_stream
    (consumer text not null, stream text not null, position bigint not null, error text not null,
     parked_at timestamptz not null default now(), unknown_type text, primary key (consumer, stream))`,
  failed_job: `create table failed_job
    (job_id text primary key, name text not null, data json not null, reason text not null, attempts integer not null,
     failed_at timestamptz not null)`,
};

/**
 * Creates the tables of all consumers, one of checkpoints, one of parked streams and one of failed jobs, if they do not exist; safe to
 * repeat and to run in several processes at once. Throws for a database whose checkpoints are in the tables of a release before 2.3.1,
 * because the policies would begin at 0 and do everything again.
 */
export async function prepareConsumerTables(db: Db): Promise<void> {
  if ((await missing(db, TABLES)).length === 0) return;
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('throughline/consumers/prepare'))`.execute(tx);
    const { rows } =
      await sql`select from pg_class where oid = to_regclass('follower_checkpoint') and relkind = 'r'`.execute(tx);
    if (rows.length > 0) throw new Error('This database is of a release before 2.3.1. Run release 2.3.1 on it first.');
    await createMissing(tx, TABLES);
  });
}

/** Statements that create tables and indexes, by name. */
type Statements = Readonly<Record<string, string>>;

/** The names of the tables and indexes that do not exist. */
async function missing(db: Db, statements: Statements): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${Object.keys(statements)}::text[]) as wanted (name) where to_regclass(name) is null`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/**
 * Runs the statements for tables and indexes that do not exist. Even `if not exists` waits for transactions that write to the table, and
 * keeps its locks until the end of the transaction: a node that starts next to a busy one would deadlock with it.
 */
export async function createMissing(db: Db, statements: Statements): Promise<void> {
  for (const name of await missing(db, statements)) await sql.raw(statements[name]!).execute(db);
}
