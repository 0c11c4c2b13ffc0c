import type { ReferralDetail } from '@throughline/contracts';
import type { Kysely } from 'kysely';
import { feedPosition } from '../change-feed/read-feed.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { inSnapshot } from '../snapshot.js';

type Db = Kysely<ReadModelSchema>;

/** Whose a referral is: what the domain's `mayReadReferral` asks. */
export interface ReferralOwners {
  readonly companyId: number | null;
  readonly submitterUserId: string | null;
  readonly referrerEmail: string;
}

export async function findReferralOwners(db: Db, referralId: string): Promise<ReferralOwners | undefined> {
  const row = await db
    .selectFrom('referral_detail')
    .where('referral_id', '=', referralId)
    .select(['company_id', 'submitter_user_id', 'referrer_email'])
    .executeTakeFirst();
  return (
    row && { companyId: row.company_id, submitterUserId: row.submitter_user_id, referrerEmail: row.referrer_email }
  );
}

/** The whole referral (GET /referrals/referral/{id}). Whether the caller may see it is theirs to ask: `findReferralOwners`. */
export function getReferral(db: Db, referralId: string): Promise<ReferralDetail | undefined> {
  return inSnapshot(db, async (snapshot) => {
    const found = await snapshot
      .selectFrom('referral_detail')
      .where('referral_id', '=', referralId)
      .select('detail')
      .executeTakeFirst();
    return found && { ...found.detail, feed: await feedPosition(snapshot) };
  });
}
