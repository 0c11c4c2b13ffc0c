import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

/**
 * Migrates the tables of one part of the product (`name`): runs the statements that have not run before, in order, in one transaction, once
 * for all processes that start together. Forward only: add statements at the end, and never change one. The pool must have no time limit,
 * because indexing a large table takes long, and so does waiting for another process that does it.
 * @throws Error when a statement differs from the one that was run in its place
 */
export async function migrate(pool: Pool, name: string, statements: readonly string[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query("select pg_advisory_xact_lock(hashtextextended('platform_migration', 0))");
    await client.query(
      `create table if not exists platform_migration (
         name text, step int, sha256 text not null, applied_at timestamptz not null default now(), primary key (name, step))`,
    );
    const { rows } = await client.query<{ sha256: string }>(
      'select sha256 from platform_migration where name = $1 order by step',
      [name],
    );
    for (const [step, statement] of statements.entries()) {
      const sha256 = createHash('sha256').update(statement.trim()).digest('hex');
      const ran = rows[step]?.sha256;
      if (ran === sha256) continue;
      if (ran !== undefined) throw new Error(`Migration ${name} step ${step} was changed after it had been run.`);
      await client.query(statement);
      await client.query('insert into platform_migration (name, step, sha256) values ($1, $2, $3)', [
        name,
        step,
        sha256,
      ]);
    }
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true); // closing it rolls back
    throw error;
  }
}
