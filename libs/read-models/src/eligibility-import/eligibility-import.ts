import type { MembersImport } from '@throughline/contracts';
import type { EligibilityImportEvent, Recorded } from '@throughline/domain';
import type { Insertable, Kysely } from 'kysely';
import type { Projection, Timestamp } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';

export interface EligibilityImportTable {
  import_id: string;
  uploaded_at: Timestamp;
  status: MembersImport['status'];
  import: MembersImport;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    eligibility_import: EligibilityImportTable;
  }
}

/** Imported member files, with their progress. */
export const eligibilityImportProjection: Projection<MembersImport, Insertable<EligibilityImportTable>> = {
  name: 'eligibility-import',
  version: 1,
  categories: ['eligibilityImport'],
  evolve: (before, recorded) => {
    const event = recorded as Recorded<EligibilityImportEvent>;
    if (event.type === 'MembersFileUploaded') {
      const { importId, fileName, programme, uploadedAt } = event.data;
      const nothing = { rows: 0, registered: 0, known: 0, bad: 0 };
      const begun = { endedAt: null, count: nothing, faults: [], reason: null };
      return { importId, fileName, programme, uploadedAt, status: 'running', ...begun };
    }
    return before && further(before, event);
  },
  table: {
    key: 'import_id',
    columns: { import_id: 'text', uploaded_at: 'timestamptz', status: 'text', import: 'json' },
    indexes: (table) => [`on ${table} (uploaded_at desc)`, `on ${table} (import_id) where status = 'running'`],
  },
  rows: (one) => [{ import_id: one.importId, uploaded_at: one.uploadedAt, status: one.status, import: one }],
};

type Later = Exclude<Recorded<EligibilityImportEvent>, { readonly type: 'MembersFileUploaded' }>;

function further(before: MembersImport, event: Later): MembersImport {
  switch (event.type) {
    case 'MembersImportProgressed':
      return { ...before, count: event.data.count };
    case 'MembersImportFinished': {
      const { count, faults, finishedAt } = event.data;
      return { ...before, status: 'finished', count, faults: [...faults], endedAt: finishedAt };
    }
    case 'MembersImportFailed':
      return { ...before, status: 'failed', reason: event.data.reason, endedAt: event.data.failedAt };
    case 'MembersImportCanceled':
      return { ...before, status: 'canceled', endedAt: event.data.canceledAt };
  }
}

const SHOWN = 20;

/** Newest first. */
export async function listEligibilityImports(db: Kysely<ReadModelSchema>): Promise<readonly MembersImport[]> {
  const rows = await db
    .selectFrom('eligibility_import')
    .select('import')
    .orderBy('uploaded_at', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map((row) => row.import);
}
