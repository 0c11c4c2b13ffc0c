import { memberKey } from '@throughline/contracts';
import type { RecertificationAsOf } from '@throughline/domain';
import { type Kysely, sql } from 'kysely';
import { medicaidKey } from '../member-referral/member-referral.js';
import type { ReadModelSchema } from '../read-model-schema.js';

export type SoughtMember =
  { readonly medicaidId: string } | { readonly lastName: string; readonly firstName: string; readonly DOB: string };

/**
 * The ids of a member's referrals and recertifications, as they are corrected now, oldest first. By Medicaid ID, this includes orders of a
 * release that did not keep that ID, if their member has the name and the date of birth of one who has it.
 */
export async function findCasesOfMember(db: Kysely<ReadModelSchema>, member: SoughtMember): Promise<readonly string[]> {
  return findCases(
    db,
    'medicaidId' in member ? byMedicaidId(medicaidKey(member.medicaidId)) : byName(memberKey(member)),
  );
}

async function findCases(db: Kysely<ReadModelSchema>, isTheirs: ReturnType<typeof byName>): Promise<readonly string[]> {
  const { rows: referrals } = await sql<{ readonly id: string }>`
    select referral_id as id from member_referral where ${isTheirs.referral} order by referral_id`.execute(db);
  const ids = referrals.map(({ id }) => id);
  // Too few to need an index of their own: a recertification is opened by hand.
  const { rows: opened } = await sql<Opened>`
    select recertification_id as id, renews, detail -> 'member' as member from recertification order by opened_at`.execute(
    db,
  );
  const theirs = opened.filter(
    ({ renews, member: one }) => ids.includes(renews ?? '') || isTheirs.recertification(one),
  );
  return [...ids, ...theirs.map(({ id }) => id)];
}

/** The ids of the cases of the member whom a case is about, itself among them. Undefined: there is no such case. */
export async function findCasesBeside(
  db: Kysely<ReadModelSchema>,
  caseId: string,
): Promise<readonly string[] | undefined> {
  const { rows } = await sql<{ medicaidKey: string | null; memberKey: string | null; member: Opened['member'] }>`
    select medicaid_key as "medicaidKey", member_key as "memberKey", null::json as member
      from member_referral where referral_id = ${caseId}
    union all
    select null, null, detail -> 'member' from recertification where recertification_id = ${caseId}`.execute(db);
  const [one] = rows;
  if (one === undefined) return undefined;
  const medicaid = one.memberKey === null ? medicaidKey(one.member.medicaidId) : one.medicaidKey;
  const ids = await findCases(
    db,
    medicaid === null ? byName(one.memberKey ?? memberKey(one.member)) : byMedicaidId(medicaid),
  );
  return [...new Set([caseId, ...ids])];
}

interface Opened {
  readonly id: string;
  readonly renews: string | null;
  readonly member: RecertificationAsOf['member'];
}

const byMedicaidId = (key: string | null) => ({
  referral: sql`medicaid_key = ${key} or (medicaid_key is null and submitted_at is null and member_key in (
    select member_key from member_referral where medicaid_key = ${key}))`,
  recertification: ({ medicaidId }: Opened['member']) => key !== null && medicaidKey(medicaidId) === key,
});

const byName = (key: string) => ({
  referral: sql`member_key = ${key}`,
  recertification: (member: Opened['member']) => memberKey(member) === key,
});
