import type { MembersImport } from '@throughline/contracts';
import type { Kysely } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';

const SHOWN = 20;

/** The newest first. */
export async function listEligibilityImports(db: Kysely<ReadModelSchema>): Promise<readonly MembersImport[]> {
  const rows = await db
    .selectFrom('eligibility_import')
    .select('import')
    .orderBy('uploaded_at', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map((row) => row.import);
}
