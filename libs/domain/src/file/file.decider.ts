import { type Command, type Decider, DomainError, unknownEvent, unreachable } from '../kernel/decider.js';
import { ChangedMeanwhile } from '../kernel/meanwhile.js';

import {
  DEFAULT_FILE_TYPE,
  type FileAccepted,
  type FileEvent,
  type FileRejectedByScan,
  type FileType,
  type FileTypeChanged,
  type FileUploaded,
  type SubmissionPdfGenerated,
} from './file.events.js';

/** Records that a submission PDF is in the file store. All of them are kept; one that contains no further correction is discarded. */
export type RecordSubmissionPdf = Command<'RecordSubmissionPdf', Omit<SubmissionPdfGenerated['data'], 'fileId'>>;

/** Records that an uploaded file is in the file store. The same file under the same name again changes nothing. */
export type UploadFile = Command<'UploadFile', Omit<FileUploaded['data'], 'fileId'>>;

/** Records the result of the check of an uploaded file. Only the first result counts. */
export type AcceptFile = Command<'AcceptFile', FileAccepted['data']>;
export type RejectFile = Command<'RejectFile', FileRejectedByScan['data']>;

/**
 * Corrects the type of an uploaded file. `previousType` is the type that the person saw: if two people change it at once, the second is
 * told what the first chose.
 */
export type ChangeFileType = Command<
  'ChangeFileType',
  FileTypeChanged['data'] & {
    /** Staff may change the type of every uploaded file, others only that of their own files. */
    readonly mayChangeAny: boolean;
  }
>;

export type FileCommand = RecordSubmissionPdf | UploadFile | ChangeFileType | AcceptFile | RejectFile;

/** An uploaded file. */
export interface UploadedFile {
  readonly fileId: number;
  readonly fileName: string;
  readonly sha256: string;
  readonly fileType: FileType;
  /** Null: the uploader was not signed in. */
  readonly uploadedBy: string | null;
  readonly check: 'waiting' | 'accepted' | 'refused';
}

/** The files of one referral. */
export interface FileState {
  /** 0 when there is none. */
  readonly lastFileId: number;
  readonly hasSubmissionPdf: boolean;
  /** How many corrections the latest submission PDF contains. */
  readonly printedCorrections: number;
  readonly correctedPdfs: number;
  readonly uploads: readonly UploadedFile[];
}

/** Uploads of one referral: more than any case needs, and a limit to what a script can store. */
export const MOST_UPLOADS = 50;

/** Stream `file-{referralId}`. */
export const fileDecider: Decider<FileState, FileCommand, FileEvent> = {
  category: 'file',
  valuesOf: ({ uploads }, command) =>
    command.type === 'ChangeFileType'
      ? { fileType: uploads.find(({ fileId }) => fileId === command.data.fileId)?.fileType ?? null }
      : {},
  initialState: { lastFileId: 0, hasSubmissionPdf: false, printedCorrections: 0, correctedPdfs: 0, uploads: [] },
  evolve: (state, event) => {
    switch (event.type) {
      case 'SubmissionPdfGenerated': {
        const { fileId, corrections = 0 } = event.data;
        const correctedPdfs = state.correctedPdfs + (corrections > 0 ? 1 : 0);
        return { ...state, lastFileId: fileId, hasSubmissionPdf: true, printedCorrections: corrections, correctedPdfs };
      }
      case 'FileUploaded': {
        const { fileId, fileName, sha256, fileType = DEFAULT_FILE_TYPE, uploadedBy } = event.data;
        const upload = { fileId, fileName, sha256, fileType, uploadedBy, check: 'waiting' } as const;
        return { ...state, lastFileId: fileId, uploads: [...state.uploads, upload] };
      }
      case 'FileAccepted':
        return changed(state, event.data.fileId, { check: 'accepted' });
      case 'FileRejectedByScan':
        return changed(state, event.data.fileId, { check: 'refused' });
      case 'FileTypeChanged':
        return changed(state, event.data.fileId, { fileType: event.data.fileType });
      default:
        return unknownEvent(event);
    }
  },
  decide: (state, command) => {
    switch (command.type) {
      case 'RecordSubmissionPdf':
        if (state.hasSubmissionPdf && (command.data.corrections ?? 0) <= state.printedCorrections) return [];
        return [{ type: 'SubmissionPdfGenerated', data: { ...command.data, fileId: state.lastFileId + 1 } }];
      case 'UploadFile':
        return upload(state, command);
      case 'ChangeFileType':
        return changeType(state, command);
      case 'AcceptFile':
        return isWaiting(state, command.data.fileId) ? [{ type: 'FileAccepted', data: command.data }] : [];
      case 'RejectFile':
        return isWaiting(state, command.data.fileId) ? [{ type: 'FileRejectedByScan', data: command.data }] : [];
      default:
        return unreachable(command);
    }
  },
};

/** The upload that has this name, by which people tell files apart. A refused upload frees its name. */
export function uploadNamed({ uploads }: FileState, fileName: string): UploadedFile | undefined {
  const name = fileName.toLowerCase();
  return uploads.find((file) => file.check !== 'refused' && file.fileName.toLowerCase() === name);
}

function upload(state: FileState, { data }: UploadFile): readonly FileEvent[] {
  const namesake = uploadNamed(state, data.fileName);
  if (namesake?.sha256 === data.sha256) return [];
  if (namesake) throw new DomainError('file/name-taken', 'A file with this name is attached already.');
  if (state.uploads.length >= MOST_UPLOADS) {
    throw new DomainError('file/too-many', `${MOST_UPLOADS} files can be attached at most.`);
  }
  return [{ type: 'FileUploaded', data: { ...data, fileId: state.lastFileId + 1 } }];
}

function changeType(state: FileState, { data: { mayChangeAny, ...change } }: ChangeFileType): readonly FileEvent[] {
  const { uploadedBy, fileType, check } = requireUpload(state, change.fileId);
  if (!mayChangeAny && uploadedBy !== change.changedBy) {
    throw new DomainError(
      'file/not-the-uploader',
      'Only the person who attached a file and staff can change its type.',
    );
  }
  if (check === 'refused') throw new DomainError('file/refused', 'This file was refused: its type does not matter.');
  if (fileType === change.fileType) return [];
  if (fileType !== change.previousType) {
    throw new ChangedMeanwhile('file', [{ path: 'fileType', seen: change.previousType, now: fileType }]);
  }
  return [{ type: 'FileTypeChanged', data: change }];
}

const isWaiting = (state: FileState, fileId: number): boolean => requireUpload(state, fileId).check === 'waiting';

function requireUpload({ uploads, lastFileId }: FileState, fileId: number): UploadedFile {
  const file = uploads.find((candidate) => candidate.fileId === fileId);
  if (file) return file;
  if (fileId >= 1 && fileId <= lastFileId) {
    throw new DomainError('file/not-uploaded', 'This file was made by the portal. It stays as it is.');
  }
  throw new DomainError('file/not-found', 'This file was not found.');
}

function changed(state: FileState, fileId: number, change: Partial<UploadedFile>): FileState {
  return { ...state, uploads: state.uploads.map((file) => (file.fileId === fileId ? { ...file, ...change } : file)) };
}
