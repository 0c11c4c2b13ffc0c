import type { Command } from '../kernel/command.js';
import type { FileAccepted, FileRejectedByScan, FileUploaded, SubmissionPdfGenerated } from './file.events.js';

/** The submission PDF is in the file store. Whoever comes second has made it for nothing: the first one stays. */
export type RecordSubmissionPdf = Command<'RecordSubmissionPdf', Omit<SubmissionPdfGenerated['data'], 'fileId'>>;

/** Somebody's file is in the file store. The same file under the same name again is the one that is there. */
export type UploadFile = Command<'UploadFile', Omit<FileUploaded['data'], 'fileId'>>;

/** What the check of an uploaded file came to. The first word on a file is the last. */
export type AcceptFile = Command<'AcceptFile', FileAccepted['data']>;
export type RejectFile = Command<'RejectFile', FileRejectedByScan['data']>;

export type FileCommand = RecordSubmissionPdf | UploadFile | AcceptFile | RejectFile;
