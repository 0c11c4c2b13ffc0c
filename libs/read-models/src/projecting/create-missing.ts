import { sql, type Kysely } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';

/**
 * Runs the statements of those tables and indexes, by name, that are not there. Even `if not exists` waits for whoever writes to the
 * table and holds what it got to the end of the transaction: a node that starts beside a busy one would deadlock with it.
 */
export async function createMissing(
  db: Kysely<ReadModelSchema>,
  statements: Readonly<Record<string, string>>,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${Object.keys(statements)}::text[]) as wanted (name) where to_regclass(name) is null`.execute(
    db,
  );
  const missing = new Set(rows.map(({ name }) => name));
  for (const [name, statement] of Object.entries(statements)) {
    if (missing.has(name)) await sql.raw(statement).execute(db);
  }
}
