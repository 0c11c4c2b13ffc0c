import type { ReferralDetail } from '@throughline/contracts';
import type { Kysely } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';
import { referralOnTheWire } from './referral-detail.projection.js';

type Db = Kysely<ReadModelSchema>;

/** Whose a referral is: what the domain's `mayReadReferral` asks. */
export interface ReferralOwners {
  readonly companyId: number | null;
  readonly submitterUserId: string | null;
}

export async function findReferralOwners(db: Db, referralId: string): Promise<ReferralOwners | undefined> {
  const row = await db
    .selectFrom('referral_detail')
    .where('referral_id', '=', referralId)
    .select(['company_id', 'submitter_user_id'])
    .executeTakeFirst();
  return row && { companyId: row.company_id, submitterUserId: row.submitter_user_id };
}

/**
 * The whole referral (GET /referrals/referral/{id}), and where the feed stood: one statement, so as of one moment. Whether the caller
 * may see it is theirs to ask: `findReferralOwners`.
 */
export async function getReferral(db: Db, referralId: string): Promise<ReferralDetail | undefined> {
  const found = await db
    .selectFrom(['referral_detail', 'change_feed_state'])
    .where('referral_id', '=', referralId)
    .select(['detail', 'epoch', 'last_position as position'])
    .executeTakeFirst();
  return found && { ...referralOnTheWire(found.detail), feed: { epoch: found.epoch, position: found.position } };
}
