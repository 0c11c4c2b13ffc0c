import type { FileEvent, Recorded } from '@throughline/domain';
import type { Insertable } from 'kysely';
import type { Projection, Timestamp } from '../projecting/projection.js';

/** What the Files tab calls the document that is made of the order. */
export const SUBMISSION_TYPE = 'Submission';

export interface ReferralFileTable {
  /** `{referral id}-{file id}`. */
  file_key: string;
  referral_id: string;
  file_id: number;
  type: string;
  file_name: string;
  /** Bytes. */
  size: number;
  sha256: string;
  /** Where the bytes are; never leaves the server. */
  storage_name: string;
  created_at: Timestamp;
}

type Row = Insertable<ReferralFileTable>;

/** Files of a referral, and where their bytes are. */
export const referralFileProjection: Projection<readonly Row[], Row> = {
  name: 'referral-file',
  version: 1,
  categories: ['file'],
  evolve: (files = [], recorded) => [...files, fileOf(recorded as Recorded<FileEvent>)],
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
  rows: (files) => files,
};

function fileOf(event: FileEvent): Row {
  switch (event.type) {
    case 'SubmissionPdfGenerated':
      return {
        file_key: `${event.data.referralId}-${event.data.fileId}`,
        referral_id: event.data.referralId,
        file_id: event.data.fileId,
        type: SUBMISSION_TYPE,
        file_name: event.data.fileName,
        size: event.data.size,
        sha256: event.data.sha256,
        storage_name: event.data.storageName,
        created_at: event.data.generatedAt,
      };
  }
}
