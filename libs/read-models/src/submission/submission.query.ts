import type { SubmissionDetail } from '@throughline/contracts';
import type { Kysely } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';

/** What follows an order (GET /referrals/referral/{id}/submission), and where the feed stood: as of one moment. */
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
