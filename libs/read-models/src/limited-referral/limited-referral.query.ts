import type { LimitedReferralDetail } from '@throughline/contracts';
import type { Kysely } from 'kysely';
import { feedPosition } from '../change-feed/read-feed.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { inSnapshot } from '../snapshot.js';

/** What anybody who has the id may see (GET /referrals/referral/{id}/limited). */
export function getLimitedReferral(
  db: Kysely<ReadModelSchema>,
  referralId: string,
): Promise<LimitedReferralDetail | undefined> {
  return inSnapshot(db, async (snapshot) => {
    const found = await snapshot
      .selectFrom('limited_referral')
      .where('referral_id', '=', referralId)
      .select('row')
      .executeTakeFirst();
    return found && { ...found.row, feed: await feedPosition(snapshot) };
  });
}
