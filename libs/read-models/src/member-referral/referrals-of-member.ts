import { MAX_OF_MEMBER, type ReferralsOfMember, SAME_ORDER_WINDOW_MINUTES } from '@throughline/contracts';
import { type Kysely, sql } from 'kysely';
import { feedPosition } from '../change-feed/change-feed.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { type ReferralScope, within } from '../referral-list/referral-list.query.js';
import { WINDOW_MS } from './member-referral.js';

type Db = Kysely<ReadModelSchema>;

const LAST_DIGITS = 4;

interface OfMember {
  readonly referralId: string;
  readonly submittedAt: string;
  readonly status: string;
  readonly memberLastName: string;
  readonly memberFirstName: string;
  readonly isSameMedicaidId: boolean;
  readonly medicaidId: string | null;
  readonly isSameOrder: boolean;
}

/**
 * The other referrals of a referral's member that `scope` may read, newest first, and which of them are the same order, submitted within
 * minutes before or after it.
 */
export async function listReferralsOfMember(
  db: Db,
  scope: ReferralScope,
  referralId: string,
  now: Date,
): Promise<ReferralsOfMember> {
  const feed = await feedPosition(db);
  const [{ submitted_at = null } = {}] = await db
    .selectFrom('member_referral')
    .where('referral_id', '=', referralId)
    .select('submitted_at')
    .execute();
  const window = sql`${SAME_ORDER_WINDOW_MINUTES} * interval '1 minute'`;
  const { rows } = await sql<OfMember>`
    with this as (select * from member_referral where referral_id = ${referralId}),
    same as (
      select other.referral_id, coalesce(other.medicaid_key = this.medicaid_key, false) as is_same_medicaid_id,
             coalesce(other.items_key = this.items_key
               and other.submitted_at between this.submitted_at - ${window} and this.submitted_at + ${window}, false) as is_same_order
        from this join member_referral other on other.member_key = this.member_key or other.medicaid_key = this.medicaid_key
       where other.referral_id <> this.referral_id)
    select referral_id as "referralId", submitted_at as "submittedAt", status, member_last_name as "memberLastName",
           member_first_name as "memberFirstName", insurance_medicaid as "medicaidId",
           is_same_medicaid_id as "isSameMedicaidId", is_same_order as "isSameOrder"
      from same join referral_list using (referral_id)
     where ${within(scope)}
     order by submitted_at desc, referral_id desc limit ${MAX_OF_MEMBER + 1}`.execute(db);
  return {
    rows: rows.slice(0, MAX_OF_MEMBER).map(({ medicaidId, submittedAt, ...row }) => ({
      ...row,
      submittedAt: new Date(submittedAt).toISOString(),
      otherMedicaidIdEnd: row.isSameMedicaidId ? null : (medicaidId?.slice(-LAST_DIGITS) ?? null),
    })),
    hasMore: rows.length > MAX_OF_MEMBER,
    mayGrow: submitted_at !== null && now.getTime() < submitted_at.getTime() + WINDOW_MS,
    feed,
  };
}

/** A list with its `namesakes`, of referrals in `scope` (docs/decisions/0168). */
export async function withNamesakes<List extends { readonly rows: readonly { readonly referralId: string }[] }>(
  db: Db,
  scope: ReferralScope,
  list: List,
): Promise<List & { readonly namesakes: string[] }> {
  const ids = [...new Set(list.rows.map(({ referralId }) => referralId))];
  const { rows } = await sql<{ referralId: string }>`
    select referral_id as "referralId" from member_referral this
     where referral_id = any(${ids})
       and exists (select from member_referral other
                    where other.member_key = this.member_key and other.medicaid_key <> this.medicaid_key and ${within(scope)})`.execute(
    db,
  );
  return { ...list, namesakes: rows.map(({ referralId }) => referralId) };
}
