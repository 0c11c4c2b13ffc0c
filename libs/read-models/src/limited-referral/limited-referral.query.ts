import type { LimitedReferralDetail } from '@throughline/contracts';
import type { Kysely } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';

/** What anybody who has the id may see (GET /referrals/referral/{id}/limited), and where the feed stood: as of one moment. */
export async function getLimitedReferral(
  db: Kysely<ReadModelSchema>,
  referralId: string,
): Promise<LimitedReferralDetail | undefined> {
  const found = await db
    .selectFrom(['limited_referral', 'change_feed_state'])
    .where('referral_id', '=', referralId)
    .select(['row', 'epoch', 'last_position as position'])
    .executeTakeFirst();
  return found && { ...found.row, feed: { epoch: found.epoch, position: found.position } };
}
