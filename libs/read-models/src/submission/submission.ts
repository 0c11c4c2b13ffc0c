import type { AttachedFile, Submission, SubmissionDetail } from '@throughline/contracts';
import {
  FILE_FAULTS,
  type FileEvent,
  type FileFault,
  isCorrection,
  type ReferralMailEvent,
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
  /** Revision of the last correction of the order, unless its PDF contains every correction. */
  unprinted_correction: number | null;
}

interface SubmissionCase extends Submission {
  /** How many corrections the order has, the revision of the last one, and how many its latest PDF contains. Absent: none. */
  readonly corrections?: { readonly count: number; readonly last: number; readonly printed: number };
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    submission: SubmissionTable;
  }
}

/** The progress of the steps that follow an order, for its submitter. It contains nothing of the order itself. */
export const submissionProjection: Projection<SubmissionCase, SubmissionTable> = {
  name: 'submission',
  version: 1,
  categories: ['referral', 'file', 'message'],
  evolve: (submission, recorded) => {
    const event = recorded as Recorded<ReferralEvent | FileEvent | ReferralMailEvent>;
    if (event.type === 'ReferralSubmitted') {
      const { referralId, eligiblePatientId } = event.data;
      return { referralId, pdf: false, files: [], benefit: eligiblePatientId === undefined ? 'none' : 'waiting' };
    }
    if (!submission) return submission;
    return isCorrection(event) ? corrected(submission, recorded.revision) : evolve(submission, event);
  },
  table: {
    key: 'referral_id',
    columns: { referral_id: 'text', unchecked: 'boolean', row: 'json', unprinted_correction: 'integer' },
    indexes: (table) => [
      `on ${table} (referral_id) where unchecked`,
      `on ${table} (referral_id) where "row" ->> 'pdf' = 'false'`,
      `on ${table} (referral_id) where unprinted_correction is not null`,
    ],
  },
  rows: (submission) => [
    {
      referral_id: submission.referralId,
      unchecked: submission.files.some(({ check }) => check === 'waiting'),
      row: shown(submission),
      unprinted_correction: unprinted(submission),
    },
  ],
  // The permission is checked when a client joins: the topic is the permission.
  feed: (submission) => {
    const { referralId, benefit } = submission;
    const change = { topic: `submission:${referralId}`, key: referralId, audience: [], row: shown(submission) };
    return benefit === 'none' ? [change] : [change, historyEntry(referralId, { benefit })];
  },
};

const shown = ({ corrections: _, ...submission }: SubmissionCase): Submission => submission;
const unprinted = ({ corrections }: SubmissionCase) =>
  corrections && corrections.count > corrections.printed ? corrections.last : null;

function corrected(submission: SubmissionCase, revision: number): SubmissionCase {
  const { count, printed } = submission.corrections ?? { count: 0, printed: 0 };
  return { ...submission, corrections: { count: count + 1, last: revision, printed } };
}

function evolve(
  submission: SubmissionCase,
  event: Exclude<ReferralEvent | FileEvent | ReferralMailEvent, { type: 'ReferralSubmitted' }>,
): SubmissionCase {
  switch (event.type) {
    case 'SubmissionPdfGenerated': {
      const { corrections } = submission;
      const printed = event.data.corrections ?? 0;
      return { ...submission, pdf: true, ...(corrections && { corrections: { ...corrections, printed } }) };
    }
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
      return checked(submission, event.data.fileId, {
        check: 'refused',
        message: wordsFor(event.data.reason),
        ...(event.data.link !== undefined && { link: event.data.link }),
      });
    default:
      return submission;
  }
}

function checked(submission: SubmissionCase, fileId: number, outcome: Partial<AttachedFile>): SubmissionCase {
  return {
    ...submission,
    files: submission.files.map((file) => (file.fileId === fileId ? { ...file, ...outcome } : file)),
  };
}

const wordsFor = (fault: FileFault): string => FILE_FAULTS[fault];

/** The steps that follow an order (GET /referrals/referral/{id}/submission) and the position of the feed, as of one moment. */
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
