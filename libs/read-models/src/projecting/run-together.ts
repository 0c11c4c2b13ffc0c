import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';

/** One change of several that are made by one statement; a later one may read by its name what an earlier one returns. */
export interface Part {
  readonly name: string;
  readonly sql: RawBuilder<unknown>;
}

/** One round trip for all parts. Each sees the tables as they were before any of them. */
export async function runTogether(db: Kysely<ReadModelSchema>, parts: readonly Part[]): Promise<void> {
  if (parts.length === 0) return;
  const named = parts.map((part) => sql`${sql.ref(part.name)} as (${part.sql})`);
  await sql`with ${sql.join(named)} select`.execute(db);
}
