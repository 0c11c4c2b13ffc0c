import type { Decider } from '../kernel/decider.js';
import type { FileCommand } from './file.commands.js';
import type { FileEvent } from './file.events.js';

/** The files of one referral. */
export interface FileState {
  /** 0 when there is none. */
  readonly lastFileId: number;
  readonly hasSubmissionPdf: boolean;
}

/** Stream `file-{referralId}`. */
export const fileDecider: Decider<FileState, FileCommand, FileEvent> = {
  category: 'file',
  initialState: { lastFileId: 0, hasSubmissionPdf: false },
  evolve: (_, event) => {
    switch (event.type) {
      case 'SubmissionPdfGenerated':
        return { lastFileId: event.data.fileId, hasSubmissionPdf: true };
    }
  },
  decide: ({ lastFileId, hasSubmissionPdf }, command) => {
    switch (command.type) {
      case 'RecordSubmissionPdf':
        if (hasSubmissionPdf) return [];
        return [{ type: 'SubmissionPdfGenerated', data: { ...command.data, fileId: lastFileId + 1 } }];
    }
  },
};
