import type { AttachedFile, Submission, SubmissionDetail } from '@throughline/contracts';
import {
  FILE_FAULTS,
  type FileEvent,
  type FileFault,
  type MessageEvent,
  type Recorded,
  type ReferralEvent,
} from '@throughline/domain';
import type { Kysely } from 'kysely';
import type { Projection } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { historyEntry } from '../referral-history/referral-history.js';

export interface SubmissionTable {
  referral_id: string;
  /** Whether a file waits for its check. */
  unchecked: boolean;
  row: Submission;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    submission: SubmissionTable;
  }
}

/** The progress of the steps after an order, for its submitter. It contains nothing of the order itself. */
export const submissionProjection: Projection<Submission, SubmissionTable> = {
  name: 'submission',
  version: 1,
  categories: ['referral', 'file', 'message'],
  evolve: (submission, recorded) => {
    const event = recorded as Recorded<ReferralEvent | FileEvent | MessageEvent>;
    if (event.type === 'ReferralSubmitted') {
      const { referralId, eligiblePatientId } = event.data;
      return { referralId, pdf: false, files: [], benefit: eligiblePatientId === undefined ? 'none' : 'waiting' };
    }
    return submission && evolve(submission, event);
  },
  table: {
    key: 'referral_id',
    columns: { referral_id: 'text', unchecked: 'boolean', row: 'json' },
    indexes: (table) => [
      `on ${table} (referral_id) where unchecked`,
      `on ${table} (referral_id) where "row" ->> 'pdf' = 'false'`,
    ],
  },
  rows: (submission) => [
    {
      referral_id: submission.referralId,
      unchecked: submission.files.some(({ check }) => check === 'waiting'),
      row: submission,
    },
  ],
  // The permission is checked when a client joins: the topic is the permission.
  feed: (submission) => {
    const { referralId, benefit } = submission;
    const change = { topic: `submission:${referralId}`, key: referralId, audience: [], row: submission };
    return benefit === 'none' ? [change] : [change, historyEntry(referralId, { benefit })];
  },
};

function evolve(
  submission: Submission,
  event: Exclude<ReferralEvent | FileEvent | MessageEvent, { type: 'ReferralSubmitted' }>,
): Submission {
  switch (event.type) {
    case 'SubmissionPdfGenerated':
      return { ...submission, pdf: true };
    case 'ReferralMailWithheld':
      return { ...submission, mailWithheld: true };
    case 'BenefitOutcomeTold':
      return { ...submission, benefit: event.data.outcome };
    case 'FileUploaded': {
      const { fileId, fileName, size } = event.data;
      const file: AttachedFile = { fileId, fileName, size, check: 'waiting', message: null };
      return { ...submission, files: [...submission.files, file] };
    }
    case 'FileAccepted':
      return checked(submission, event.data.fileId, { check: 'accepted' });
    case 'FileRejectedByScan':
      return checked(submission, event.data.fileId, { check: 'refused', message: wordsFor(event.data.reason) });
    default:
      return submission;
  }
}

function checked(submission: Submission, fileId: number, outcome: Partial<AttachedFile>): Submission {
  return {
    ...submission,
    files: submission.files.map((file) => (file.fileId === fileId ? { ...file, ...outcome } : file)),
  };
}

const wordsFor = (fault: FileFault): string => FILE_FAULTS[fault];

/** The steps after an order (GET /referrals/referral/{id}/submission) and the position of the feed, as of one moment. */
export async function getSubmission(
  db: Kysely<ReadModelSchema>,
  referralId: string,
): Promise<SubmissionDetail | undefined> {
  const found = await db
    .selectFrom(['submission', 'change_feed_state'])
    .where('referral_id', '=', referralId)
    .select(['row', 'epoch', 'last_position as position'])
    .executeTakeFirst();
  return found && { ...found.row, feed: { epoch: found.epoch, position: found.position } };
}
