import { type Decider, unreachable } from '../kernel/decider.js';
import { Rejection } from '../kernel/rejection.js';
import type { FileCommand, UploadFile } from './file.commands.js';
import type { FileEvent } from './file.events.js';

/** A file that somebody sent. */
export interface UploadedFile {
  readonly fileId: number;
  readonly fileName: string;
  readonly sha256: string;
  readonly check: 'waiting' | 'accepted' | 'refused';
}

/** The files of one referral. */
export interface FileState {
  /** 0 when there is none. */
  readonly lastFileId: number;
  readonly hasSubmissionPdf: boolean;
  readonly uploads: readonly UploadedFile[];
}

/** Of one referral: more than any case needs, and an end to what a script can store. */
export const MOST_UPLOADS = 50;

/** Stream `file-{referralId}`. */
export const fileDecider: Decider<FileState, FileCommand, FileEvent> = {
  category: 'file',
  initialState: { lastFileId: 0, hasSubmissionPdf: false, uploads: [] },
  evolve: (state, event) => {
    switch (event.type) {
      case 'SubmissionPdfGenerated':
        return { ...state, lastFileId: event.data.fileId, hasSubmissionPdf: true };
      case 'FileUploaded': {
        const { fileId, fileName, sha256 } = event.data;
        const upload = { fileId, fileName, sha256, check: 'waiting' } as const;
        return { ...state, lastFileId: fileId, uploads: [...state.uploads, upload] };
      }
      case 'FileAccepted':
        return checked(state, event.data.fileId, 'accepted');
      case 'FileRejectedByScan':
        return checked(state, event.data.fileId, 'refused');
      default:
        return unreachable(event);
    }
  },
  decide: (state, command) => {
    switch (command.type) {
      case 'RecordSubmissionPdf':
        if (state.hasSubmissionPdf) return [];
        return [{ type: 'SubmissionPdfGenerated', data: { ...command.data, fileId: state.lastFileId + 1 } }];
      case 'UploadFile':
        return upload(state, command);
      case 'AcceptFile':
        return isWaiting(state, command.data.fileId) ? [{ type: 'FileAccepted', data: command.data }] : [];
      case 'RejectFile':
        return isWaiting(state, command.data.fileId) ? [{ type: 'FileRejectedByScan', data: command.data }] : [];
      default:
        return unreachable(command);
    }
  },
};

/** The upload that has this name: whoever looks for a file tells it by that. A refused one gives its name back. */
export function uploadNamed({ uploads }: FileState, fileName: string): UploadedFile | undefined {
  const name = fileName.toLowerCase();
  return uploads.find((file) => file.check !== 'refused' && file.fileName.toLowerCase() === name);
}

function upload(state: FileState, { data }: UploadFile): readonly FileEvent[] {
  const namesake = uploadNamed(state, data.fileName);
  if (namesake?.sha256 === data.sha256) return [];
  if (namesake) throw new Rejection('file/name-taken', 'A file with this name is attached already.');
  if (state.uploads.length >= MOST_UPLOADS) {
    throw new Rejection('file/too-many', `A referral holds ${MOST_UPLOADS} attached files at most.`);
  }
  return [{ type: 'FileUploaded', data: { ...data, fileId: state.lastFileId + 1 } }];
}

function isWaiting({ uploads }: FileState, fileId: number): boolean {
  const file = uploads.find((candidate) => candidate.fileId === fileId);
  if (!file) throw new Rejection('file/not-found', 'This file was not found.');
  return file.check === 'waiting';
}

function checked(state: FileState, fileId: number, check: UploadedFile['check']): FileState {
  return { ...state, uploads: state.uploads.map((file) => (file.fileId === fileId ? { ...file, check } : file)) };
}
