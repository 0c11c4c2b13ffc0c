import { z } from 'zod';
import { type FeedPosition, feedPosition } from './envelope.contract.js';
import { referralId } from './referral.contract.js';

/** A file that was sent with an order or after it. Only an accepted one is given out. */
export const attachedFile = z.object({
  fileId: z.number(),
  fileName: z.string(),
  /** Bytes. */
  size: z.number(),
  check: z.enum(['waiting', 'accepted', 'refused']),
  /** Why it was refused, in plain words; null unless it was. */
  message: z.string().nullable(),
});
export type AttachedFile = z.infer<typeof attachedFile>;

/**
 * GET /referrals/referral/{id}/submission (ours), and each row of the live topic `submission`: how far what follows an order has come.
 * For those who may read the referral, and for the browser that has just submitted it; so it holds nothing about the member.
 */
export const submission = z.object({
  referralId,
  /** Is the submission PDF made? */
  pdf: z.boolean(),
  /** In the order in which they came. */
  files: z.array(attachedFile),
  /** `none`: the order redeems none. */
  benefit: z.enum(['none', 'waiting', 'redeemed', 'refused']),
});
export type Submission = z.infer<typeof submission>;
export interface SubmissionDetail extends Submission {
  readonly feed: FeedPosition;
}

export const submissionDetail = submission.extend({ feed: feedPosition });
