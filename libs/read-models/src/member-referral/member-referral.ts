import { memberKey, type StatusCheck } from '@throughline/contracts';
import type { Recorded, ReferralEvent } from '@throughline/domain';
import type { Kysely } from 'kysely';
import type { Projection } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';

export interface MemberReferralTable {
  referral_id: string;
  /** Name and date of birth, folded (`memberKey`). */
  member_key: string;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    member_referral: MemberReferralTable;
  }
}

interface Member {
  readonly referralId: string;
  readonly lastName: string;
  readonly firstName: string;
  readonly DOB: string;
}

/** The referrals of a member, for Check Status. After a correction, only the corrected name and date of birth find one. */
export const memberReferralProjection: Projection<Member, MemberReferralTable> = {
  name: 'member-referral',
  version: 1,
  categories: ['referral'],
  evolve: (member, recorded) => {
    const event = recorded as Recorded<ReferralEvent>;
    if (event.type === 'ReferralSubmitted') {
      const { referralId, order } = event.data;
      const { lastName, firstName, DOB } = order.memberInfo;
      return { referralId, lastName, firstName, DOB };
    }
    if (!member) return member;
    if (event.type === 'MemberNameCorrected') return { ...member, ...event.data.after };
    if (event.type === 'MemberDemographicsCorrected') return { ...member, DOB: event.data.after.DOB ?? member.DOB };
    return member;
  },
  table: {
    key: 'referral_id',
    columns: { referral_id: 'text', member_key: 'text' },
    indexes: (table) => [`on ${table} (member_key, referral_id)`],
  },
  rows: (member) => [{ referral_id: member.referralId, member_key: memberKey(member) }],
};

const MAX_REFERRALS = 100;

/** The ids of the referrals that a status check finds, the newest first. The same work is done whether it finds any or not. */
export async function findCheckedReferrals(
  db: Kysely<ReadModelSchema>,
  check: StatusCheck,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('member_referral')
    .where(
      'referralId' in check ? 'referral_id' : 'member_key',
      '=',
      'referralId' in check ? check.referralId : check.memberKey,
    )
    .orderBy('referral_id', 'desc')
    .limit(MAX_REFERRALS)
    .select('referral_id')
    .execute();
  return rows.map((row) => row.referral_id);
}
