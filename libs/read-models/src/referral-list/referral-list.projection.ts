import type { ReferralListRow } from '@throughline/contracts';
import { type Order, type Recorded, statusesOf, statusOf } from '@throughline/domain';
import type { Insertable } from 'kysely';
import type { Projection, Timestamp } from '../projecting/projection.js';
import { audienceOf, companyNameOf } from '../referral/referral-people.js';
import { foldProgress, type ReferralProgress } from '../referral/referral-progress.js';
import { searchText } from '../search-text.js';

export interface ReferralListTable {
  referral_id: string;
  submitted_at: Timestamp;
  /** Last name, then first name, lower case: for sorting. */
  referrer_name: string;
  /** Lower case. */
  referrer_email: string;
  submitter_user_id: string | null;
  company_id: number | null;
  /** Last name, then first name, lower case: for sorting. */
  member_name: string;
  insurance_medicaid: string | null;
  status: string;
  statuses: string[];
  search: string;
  row: ReferralListRow;
}

/** What the list shows of an order, and whose it is. */
interface Listed {
  readonly referrer: Pick<Order['referralInfo'], 'lastName' | 'firstName' | 'email' | 'company'>;
  readonly member: Pick<Order['memberInfo'], 'lastName' | 'firstName'>;
  readonly medicaidId: string | null;
  readonly submitterUserId: string | null;
}
type ListedReferral = ReferralProgress<Listed>;

/** Between the labels of one tally; no label has it. */
export const LABEL_SEPARATOR = '|';

/** Null: all referrals. */
export function tallyScope(companyId: number | null): string {
  return companyId === null ? 'all' : `company:${companyId}`;
}

/**
 * The Referrals list. For a million rows it has an index for every order in which it is shown, one trigram index for search
 * (with the labels, for the status filter), and a tally by labels, so that only a search counts rows.
 */
export const referralListProjection: Projection<ListedReferral, Insertable<ReferralListTable>> = {
  name: 'referral-list',
  version: 1,
  categories: ['referral', 'itemTask'],
  evolve: foldProgress(listed),
  table: {
    key: 'referral_id',
    columns: {
      referral_id: 'text',
      submitted_at: 'timestamptz',
      referrer_name: 'text',
      referrer_email: 'text',
      submitter_user_id: 'text',
      company_id: 'integer',
      member_name: 'text',
      insurance_medicaid: 'text',
      status: 'text',
      statuses: 'text[]',
      search: 'text',
      row: 'json',
    },
    indexes: (table) => [
      `on ${table} (submitted_at, referral_id)`,
      `on ${table} (referrer_name, referral_id)`,
      `on ${table} (member_name, referral_id)`,
      `on ${table} (insurance_medicaid, referral_id)`,
      `on ${table} (status, referral_id)`,
      `on ${table} (company_id, referral_id)`,
      `on ${table} (submitter_user_id) where submitter_user_id is not null`,
      `on ${table} (referrer_email)`,
      `on ${table} using gin (search gin_trgm_ops, statuses)`,
    ],
  },
  rows: (referral) => [tableRow(referral, listRow(referral))],
  feed: (referral) => [
    {
      topic: 'referral-list',
      key: referral.referralId,
      audience: audienceOf({
        companyId: referral.companyId,
        submitterUserId: referral.about.submitterUserId,
        referrerEmail: referral.about.referrer.email,
      }),
      row: listRow(referral),
    },
  ],
  tally: ({ company_id, statuses }) => {
    const label = [...statuses].sort().join(LABEL_SEPARATOR);
    return [null, ...(company_id == null ? [] : [company_id])].map((id) => ({ scope: tallyScope(id), label }));
  },
};

function listed({ referralInfo, memberInfo, insuranceInfo }: Order, { metadata }: Recorded): Listed {
  const { lastName, firstName, email, company } = referralInfo;
  return {
    referrer: { lastName, firstName, email, company },
    member: { lastName: memberInfo.lastName, firstName: memberInfo.firstName },
    medicaidId: insuranceInfo.medicaidId,
    submitterUserId: metadata.actor.userId,
  };
}

function listRow({ about, referralId, submittedAt, companyId, items }: ListedReferral): ReferralListRow {
  return {
    referralId,
    referralDateTime: submittedAt,
    referralLastName: about.referrer.lastName,
    referralFirstName: about.referrer.firstName,
    referralEmail: about.referrer.email,
    companyId,
    company: companyNameOf(companyId, about.referrer.company),
    memberLastName: about.member.lastName,
    memberFirstName: about.member.firstName,
    insuranceMedicaid: about.medicaidId,
    status: statusOf(items),
    statuses: [...statusesOf(items)],
  };
}

function tableRow({ about }: ListedReferral, row: ReferralListRow): Insertable<ReferralListTable> {
  const referrer = [row.referralLastName, row.referralFirstName];
  const member = [row.memberLastName, row.memberFirstName];
  return {
    referral_id: row.referralId,
    submitted_at: row.referralDateTime,
    referrer_name: referrer.join(' ').toLowerCase(),
    referrer_email: row.referralEmail.toLowerCase(),
    submitter_user_id: about.submitterUserId,
    company_id: row.companyId,
    member_name: member.join(' ').toLowerCase(),
    insurance_medicaid: row.insuranceMedicaid,
    status: row.status,
    statuses: row.statuses,
    search: searchText([row.referralId, ...referrer, ...member, row.insuranceMedicaid]),
    row,
  };
}
