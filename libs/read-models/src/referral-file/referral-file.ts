import type { FileEntry } from '@throughline/contracts';
import {
  DEFAULT_FILE_TYPE,
  type FileEvent,
  type FileType,
  type Recorded,
  type SubmissionPdfGenerated,
  unknownEvent,
} from '@throughline/domain';
import type { Insertable, Kysely } from 'kysely';
import type { Projection, Timestamp } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';

/** The types of the generated documents. */
export const SUBMISSION_TYPE = 'Submission';
const CORRECTED_TYPE = 'Corrected submission';
/** The type of uploads without one in older rows, from before files had types. */
const WITHOUT_TYPE = 'Attachment';

export interface ReferralFileTable {
  /** `{referral id}-{file id}`. */
  file_key: string;
  referral_id: string;
  file_id: number;
  type: string;
  file_name: string;
  /** Bytes. */
  size: number;
  /** Read by the release before; goes with the next version. */
  sha256: string;
  storage_name: string;
  created_at: Timestamp;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    referral_file: ReferralFileTable;
  }
}

type Row = Insertable<ReferralFileTable>;
/** An uploaded file has no row before its check, and a refused one never has. */
type File = Row & { readonly unchecked?: true };

/** Files of a referral that can be downloaded. What their bytes are is said by their events, which whoever can change a row cannot change unseen. */
export const referralFileProjection: Projection<readonly File[], Row> = {
  name: 'referral-file',
  version: 1,
  categories: ['file'],
  evolve: (files = [], recorded) => evolve(files, recorded as Recorded<FileEvent>),
  table: {
    key: 'file_key',
    columns: {
      file_key: 'text',
      referral_id: 'text',
      file_id: 'integer',
      type: 'text',
      file_name: 'text',
      size: 'bigint',
      sha256: 'text',
      storage_name: 'text',
      created_at: 'timestamptz',
    },
    indexes: (table) => [`on ${table} (referral_id, file_id)`],
  },
  rows: (files) => files.filter(({ unchecked }) => !unchecked),
};

function evolve(files: readonly File[], event: FileEvent): readonly File[] {
  switch (event.type) {
    case 'SubmissionPdfGenerated': {
      const type = event.data.corrections === undefined ? SUBMISSION_TYPE : CORRECTED_TYPE;
      return [...files, fileOf(event.data, type, event.data.generatedAt)];
    }
    case 'FileUploaded': {
      const { fileType = WITHOUT_TYPE, uploadedAt } = event.data;
      return [...files, { ...fileOf(event.data, fileType, uploadedAt), unchecked: true }];
    }
    case 'FileTypeChanged': {
      const { fileId, fileType: type } = event.data;
      return files.map((file) => (file.file_id === fileId ? { ...file, type } : file));
    }
    case 'FileAccepted':
      return files.map((file) => (file.file_id === event.data.fileId ? given(file) : file));
    case 'FileRejectedByScan':
      return files.filter((file) => file.file_id !== event.data.fileId);
    default:
      return unknownEvent(event);
  }
}

function given({ unchecked: _, ...file }: File): Row {
  return file;
}

function fileOf(
  data: Omit<SubmissionPdfGenerated['data'], 'generatedAt'>,
  type: typeof SUBMISSION_TYPE | typeof CORRECTED_TYPE | typeof WITHOUT_TYPE | FileType,
  createdAt: string,
): Row {
  return {
    file_key: `${data.referralId}-${data.fileId}`,
    referral_id: data.referralId,
    file_id: data.fileId,
    type,
    file_name: data.fileName,
    size: data.size,
    sha256: data.sha256,
    storage_name: data.storageName,
    created_at: createdAt,
  };
}

type Db = Kysely<ReadModelSchema>;

/** A referral's files, oldest first (ordering specification, section 2, Files tab). */
export async function listFiles(db: Db, referralId: string): Promise<readonly FileEntry[]> {
  const rows = await db
    .selectFrom('referral_file')
    .where('referral_id', '=', referralId)
    .orderBy('file_id')
    .selectAll()
    .execute();
  return rows.map((row) => ({
    id: [row.file_id],
    type: row.type === WITHOUT_TYPE ? DEFAULT_FILE_TYPE : row.type,
    fileName: row.file_name,
    size: row.size,
    createdAt: row.created_at.toISOString(),
  }));
}

/** Whether a file may be downloaded: it was made by the portal, or was checked. */
export async function isFileShown(db: Db, referralId: string, fileId: number): Promise<boolean> {
  const row = await db
    .selectFrom('referral_file')
    .where('referral_id', '=', referralId)
    .where('file_id', '=', fileId)
    .select('file_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the document of the order exists yet. */
export async function hasSubmissionPdf(db: Db, referralId: string): Promise<boolean> {
  const row = await db
    .selectFrom('referral_file')
    .where('referral_id', '=', referralId)
    .where('type', '=', SUBMISSION_TYPE)
    .select('file_id')
    .executeTakeFirst();
  return row !== undefined;
}
