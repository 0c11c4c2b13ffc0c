import type { MembersImport } from '@throughline/contracts';
import type { Actor, EligibilityImportEvent, Recorded } from '@throughline/domain';
import { type Insertable, type Kysely, sql } from 'kysely';
import { ACCOUNT_NAME } from '../account/account.js';
import type { Projection, Timestamp } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';

/** The uploader's name is not stored: it may change, so it is read with the list. */
interface ImportState extends Omit<MembersImport, 'uploadedBy'> {
  readonly uploader?: Pick<Actor, 'userId' | 'email'>;
}

export interface EligibilityImportTable {
  import_id: string;
  uploaded_at: Timestamp;
  status: MembersImport['status'];
  import: ImportState;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    eligibility_import: EligibilityImportTable;
  }
}

/** Imported member files, with their progress. */
export const eligibilityImportProjection: Projection<ImportState, Insertable<EligibilityImportTable>> = {
  name: 'eligibility-import',
  version: 2,
  categories: ['eligibilityImport'],
  evolve: (before, recorded) => {
    const event = recorded as Recorded<EligibilityImportEvent>;
    if (event.type === 'MembersFileUploaded') {
      const { importId, fileName, programme, uploadedAt } = event.data;
      const nothing = { rows: 0, registered: 0, known: 0, bad: 0 };
      const begun = { endedAt: null, count: nothing, faults: [], reason: null };
      const { userId, email } = recorded.metadata.actor;
      return { importId, fileName, programme, uploadedAt, uploader: { userId, email }, status: 'running', ...begun };
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

function further(before: ImportState, event: Later): ImportState {
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
    .leftJoin('account', (on) =>
      on.on(sql<boolean>`account.user_id = eligibility_import.import -> 'uploader' ->> 'userId'`),
    )
    .select(['import', ACCOUNT_NAME.as('name')])
    .orderBy('uploaded_at', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map(({ import: { uploader, ...one }, name }) => ({
    ...one,
    uploadedBy: name || (uploader?.email ?? null),
  }));
}
