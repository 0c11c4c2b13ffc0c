import { unknownEvent } from '../kernel/decider.js';
import type { FileEvent, FileFault, FileType } from '../file/file.events.js';

export interface FileAsOf {
  readonly fileId: number;
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
  readonly createdAt: string;
  /** Only an accepted file can be downloaded. Absent: the portal generated the file. */
  readonly check?: 'waiting' | 'accepted' | 'refused';
  /** The type of an uploaded file. Absent: `DEFAULT_FILE_TYPE`. */
  readonly fileType?: FileType;
  /** User id. Absent: the uploader was not signed in, or the portal made the file. */
  readonly uploadedBy?: string;
  /** The portal generated it after corrections of the order. */
  readonly corrected?: true;
  /** For a refused file. */
  readonly fault?: FileFault;
  /** For a file that was refused because of a link. */
  readonly link?: string;
}

/** The files of a referral or a recertification after one event. */
export function evolveFiles(files: readonly FileAsOf[], event: FileEvent): readonly FileAsOf[] {
  switch (event.type) {
    case 'SubmissionPdfGenerated': {
      const { fileId, fileName, size, generatedAt: createdAt, corrections } = event.data;
      const mark = corrections === undefined ? {} : ({ corrected: true } as const);
      return [...files, { fileId, fileName, size, createdAt, ...mark }];
    }
    case 'FileUploaded': {
      const { fileId, fileName, size, uploadedAt, uploadedBy, fileType } = event.data;
      const file = { fileId, fileName, size, createdAt: uploadedAt, check: 'waiting' } as const;
      return [...files, { ...file, ...(fileType && { fileType }), ...(uploadedBy !== null && { uploadedBy }) }];
    }
    case 'FileTypeChanged':
      return changeFile(files, event.data.fileId, { fileType: event.data.fileType });
    case 'FileAccepted':
      return changeFile(files, event.data.fileId, { check: 'accepted' });
    case 'FileRejectedByScan': {
      const { fileId, reason: fault, link } = event.data;
      return changeFile(files, fileId, { check: 'refused', fault, ...(link !== undefined && { link }) });
    }
    default:
      return unknownEvent(event);
  }
}

const changeFile = (files: readonly FileAsOf[], fileId: number, change: Partial<FileAsOf>): readonly FileAsOf[] =>
  files.map((file) => (file.fileId === fileId ? { ...file, ...change } : file));
