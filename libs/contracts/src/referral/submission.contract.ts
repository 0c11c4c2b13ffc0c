import { z } from 'zod';
import { type FeedPosition, feedPosition } from '../envelope.contract.js';
import { referralId } from './referral.contract.js';

/** A file that was attached to an order. Only an accepted file can be downloaded. */
export const attachedFile = z.object({
  fileId: z.number(),
  fileName: z.string(),
  /** Bytes. */
  size: z.number(),
  check: z.enum(['waiting', 'accepted', 'refused']),
  /** Why it was refused, in plain words; null if it was not. */
  message: z.string().nullable(),
  /** The link for which it was refused. */
  link: z.string().exactOptional(),
});
export type AttachedFile = z.infer<typeof attachedFile>;

/**
 * GET /referrals/referral/{id}/submission (ours), and each row of the live topic `submission`: the progress of what follows the submission
 * of an order. The browser that has just submitted the order may read it, so it contains nothing about the member.
 */
export const submission = z.object({
  referralId,
  /** Whether the submission PDF exists. */
  pdf: z.boolean(),
  /** In the order of upload. */
  files: z.array(attachedFile),
  /** `none`: the order does not redeem a benefit. */
  benefit: z.enum(['none', 'waiting', 'redeemed', 'refused']),
  /** True if the requested mail is not sent because the address has received too many. */
  mailWithheld: z.literal(true).optional(),
});
export type Submission = z.infer<typeof submission>;
export interface SubmissionDetail extends Submission {
  readonly feed: FeedPosition;
}

export const submissionDetail = submission.extend({ feed: feedPosition });
