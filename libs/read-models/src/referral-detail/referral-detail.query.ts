import type { ReferralDetail } from '@throughline/contracts';
import type { Kysely } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';
import { referralOnTheWire } from './referral-detail.projection.js';

type Db = Kysely<ReadModelSchema>;

/** The owners of a referral, as the domain's `mayReadReferral` needs them. */
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
 * The whole referral (GET /referrals/referral/{id}) and the position of the feed in one statement, so as of one moment. The caller must
 * check the permission: `findReferralOwners`.
 */
export async function getReferral(db: Db, referralId: string): Promise<ReferralDetail | undefined> {
  const found = await db
    .selectFrom(['referral_detail', 'change_feed_state'])
    .where('referral_id', '=', referralId)
    .select(['detail', 'epoch', 'last_position as position'])
    .executeTakeFirst();
  return found && { ...referralOnTheWire(found.detail), feed: { epoch: found.epoch, position: found.position } };
}
