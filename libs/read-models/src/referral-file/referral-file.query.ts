import type { FileEntry } from '@throughline/contracts';
import type { Kysely, Selectable } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';
import { type ReferralFileTable, SUBMISSION_TYPE } from './referral-file.projection.js';

type Db = Kysely<ReadModelSchema>;

/** A referral's files, the oldest first (ordering specification, section 2, Files tab). */
export async function listFiles(db: Db, referralId: string): Promise<readonly FileEntry[]> {
  const rows = await db
    .selectFrom('referral_file')
    .where('referral_id', '=', referralId)
    .orderBy('file_id')
    .selectAll()
    .execute();
  return rows.map((row) => ({
    id: [row.file_id],
    type: row.type,
    fileName: row.file_name,
    size: row.size,
    createdAt: row.created_at.toISOString(),
  }));
}

export interface StoredFile {
  readonly storageName: string;
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
}

/** Where the bytes of one file are. For the server only. */
export async function findStoredFile(db: Db, referralId: string, fileId: number): Promise<StoredFile | undefined> {
  const row = await db
    .selectFrom('referral_file')
    .where('referral_id', '=', referralId)
    .where('file_id', '=', fileId)
    .selectAll()
    .executeTakeFirst();
  return row && stored(row);
}

/** Is the document of the order there yet? */
export async function hasSubmissionPdf(db: Db, referralId: string): Promise<boolean> {
  const row = await db
    .selectFrom('referral_file')
    .where('referral_id', '=', referralId)
    .where('type', '=', SUBMISSION_TYPE)
    .select('file_id')
    .executeTakeFirst();
  return row !== undefined;
}

function stored(row: Selectable<ReferralFileTable>): StoredFile {
  return { storageName: row.storage_name, fileName: row.file_name, size: row.size, sha256: row.sha256 };
}
