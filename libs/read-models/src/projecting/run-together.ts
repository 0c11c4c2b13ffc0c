import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';

/** One of several changes in one statement. A later part may read the result of an earlier one by name. */
export interface StatementPart {
  readonly name: string;
  readonly sql: RawBuilder<unknown>;
}

/** Runs all parts in one round trip. Each sees the tables as they were before the statement. */
export async function runTogether(db: Kysely<ReadModelSchema>, parts: readonly StatementPart[]): Promise<void> {
  if (parts.length === 0) return;
  const named = parts.map((part) => sql`${sql.ref(part.name)} as (${part.sql})`);
  await sql`with ${sql.join(named)} select`.execute(db);
}
