import type { Command } from '../kernel/command.js';
import type { SubmissionPdfGenerated } from './file.events.js';

/** The submission PDF is in the file store. Whoever comes second has made it for nothing: the first one stays. */
export type RecordSubmissionPdf = Command<'RecordSubmissionPdf', Omit<SubmissionPdfGenerated['data'], 'fileId'>>;

export type FileCommand = RecordSubmissionPdf;
