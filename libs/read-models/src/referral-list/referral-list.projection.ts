import { type ReferralListRow, type ReferralSortField, searchText } from '@throughline/contracts';
import {
  type CorrectionEvent,
  dayInWords,
  dayOf,
  type Order,
  type Recorded,
  statusesOf,
  statusOf,
} from '@throughline/domain';
import type { Insertable, Selectable } from 'kysely';
import type { Projection, Timestamp } from '../projecting/projection.js';
import { audienceOf, companyNameOf, foldProgress, type ReferralProgress } from '../referral/referral-progress.js';

/** Columns instead of a row as JSON: a search reads many rows to count them, and narrow rows are read four times as fast. */
export interface ReferralListTable {
  referral_id: string;
  submitted_at: Timestamp;
  referrer_last_name: string;
  referrer_first_name: string;
  referrer_email: string;
  submitter_user_id: string | null;
  company_id: number | null;
  company: string | null;
  member_last_name: string;
  member_first_name: string;
  insurance_medicaid: string | null;
  status: string;
  statuses: string[];
  status_since: Timestamp | null;
  search: string;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    referral_list: ReferralListTable;
    referral_list_tally: { scope: string; label: string; units: number };
  }
}

/** What the list shows of an order, and its owners. */
export interface Listed {
  readonly referrer: Pick<Order['referralInfo'], 'lastName' | 'firstName' | 'email' | 'company'>;
  readonly member: Pick<Order['memberInfo'], 'lastName' | 'firstName'>;
  readonly medicaidId: string | null;
  readonly submitterUserId: string | null;
}
type ListedReferral = ReferralProgress<Listed>;

/** The sort key of each sortable column; equal keys are sorted by id. */
export const SORT_KEYS: Record<ReferralSortField, string> = {
  referralId: 'referral_id',
  referralDateTime: 'submitted_at',
  referralLastName: `lower(referrer_last_name || ' ' || referrer_first_name)`,
  memberLastName: `lower(member_last_name || ' ' || member_first_name)`,
  insuranceMedicaid: 'insurance_medicaid',
  status: 'status',
};

/** Separates the labels of one count; no label contains it. */
export const LABEL_SEPARATOR = '|';

/** Null: the count of all referrals. */
export function tallyScope(companyId: number | null): string {
  return companyId === null ? 'all' : `company:${companyId}`;
}

/**
 * The Referrals list. For a million rows it has an index for every sort order, one trigram index for search (with the labels, for the
 * status filter), and stored counts by labels, so that only a search counts rows.
 */
export const referralListProjection: Projection<ListedReferral, Insertable<ReferralListTable>> = {
  name: 'referral-list',
  version: 6,
  categories: ['referral', 'itemTask'],
  evolve: foldProgress(listed, correctedListed),
  table: {
    key: 'referral_id',
    columns: {
      referral_id: 'text',
      submitted_at: 'timestamptz',
      referrer_last_name: 'text',
      referrer_first_name: 'text',
      referrer_email: 'text',
      submitter_user_id: 'text',
      company_id: 'integer',
      company: 'text',
      member_last_name: 'text',
      member_first_name: 'text',
      insurance_medicaid: 'text',
      status: 'text',
      statuses: 'text[]',
      status_since: 'timestamptz',
      search: 'text',
    },
    indexes: (table) => [
      ...Object.values(SORT_KEYS)
        .filter((key) => key !== 'referral_id')
        .map((key) => `on ${table} (${key}, referral_id)`),
      `on ${table} (company_id, referral_id)`,
      `on ${table} (submitter_user_id) where submitter_user_id is not null`,
      `on ${table} using gin (search gin_trgm_ops, statuses)`,
    ],
  },
  rows: (referral) => [tableRow(referral)],
  feed: (referral) => [
    {
      topic: 'referral-list',
      key: referral.referralId,
      audience: audienceOf({ companyId: referral.companyId, submitterUserId: referral.about.submitterUserId }),
      row: listRow(tableRow(referral)),
    },
  ],
  tally: ({ company_id, statuses }) => {
    const label = [...statuses].sort().join(LABEL_SEPARATOR);
    return [null, ...(company_id == null ? [] : [company_id])].map((id) => ({ scope: tallyScope(id), label }));
  },
};

export function listed({ referralInfo, memberInfo, insuranceInfo }: Order, { metadata }: Recorded): Listed {
  const { lastName, firstName, email, company } = referralInfo;
  return {
    referrer: { lastName, firstName, email, company },
    member: { lastName: memberInfo.lastName, firstName: memberInfo.firstName },
    medicaidId: insuranceInfo.medicaidId,
    submitterUserId: metadata.actor.userId,
  };
}

export function correctedListed(about: Listed, event: CorrectionEvent): Listed {
  switch (event.type) {
    case 'ReferrerCorrected': {
      const { referrer } = about;
      const { lastName, firstName, email, company } = { ...referrer, ...event.data.after };
      return { ...about, referrer: { lastName, firstName, email, company } };
    }
    case 'MemberNameCorrected':
      return { ...about, member: { ...about.member, ...event.data.after } };
    case 'InsuranceCorrected': {
      const { medicaidId = about.medicaidId } = event.data.after;
      return { ...about, medicaidId };
    }
    default:
      return about;
  }
}

/** The text by which both lists find a referral. */
export const searchedOf = (referralId: string, { referrer, member, medicaidId }: Listed) => [
  referralId,
  referrer.lastName,
  referrer.firstName,
  member.lastName,
  member.firstName,
  medicaidId,
];

/**
 * An instant as a calendar day in Central Time, in the form in which people type days; null: the text is not an instant, which the database
 * reports.
 */
export const searchedDay = (instant: string): string | null =>
  Number.isNaN(Date.parse(instant)) ? null : dayInWords(dayOf(instant));

function tableRow(referral: ListedReferral): Insertable<ReferralListTable> {
  const { about, referralId, submittedAt, companyId, items } = referral;
  const { referrer, member, medicaidId } = about;
  const [company, status, statuses] = [companyNameOf(companyId, referrer.company), statusOf(items), statusesOf(items)];
  return {
    referral_id: referralId,
    submitted_at: submittedAt,
    referrer_last_name: referrer.lastName,
    referrer_first_name: referrer.firstName,
    referrer_email: referrer.email,
    submitter_user_id: about.submitterUserId,
    company_id: companyId,
    company,
    member_last_name: member.lastName,
    member_first_name: member.firstName,
    insurance_medicaid: medicaidId,
    status,
    statuses: [...statuses],
    status_since: statuses.length === 1 ? openedAt(referral) : null,
    search: searchText(searchedOf(referralId, about), [
      company,
      // The text of the referrer’s cell, as one phrase.
      `${referrer.firstName} ${referrer.lastName} ${company ?? ''}`,
      referrer.email,
      status,
      ...statuses,
      searchedDay(submittedAt),
    ]),
  };
}

/** When the first of the open tasks that the items are in was opened; null: they are in none. */
function openedAt({ items, openTasks }: ListedReferral): string | null {
  const current = new Set(
    items.flatMap(({ currentTask, deleted }) => (currentTask && !deleted ? [currentTask.id] : [])),
  );
  const opened = openTasks.flatMap((task) => (current.has(task.taskId) ? [task.openedAt] : []));
  return opened.sort()[0] ?? null;
}

/** A row of the table, read or about to be written, in the form of the list. */
export function listRow(row: Selectable<ReferralListTable> | Insertable<ReferralListTable>): ReferralListRow {
  return {
    referralId: row.referral_id,
    referralDateTime: new Date(row.submitted_at).toISOString(),
    referralLastName: row.referrer_last_name,
    referralFirstName: row.referrer_first_name,
    referralEmail: row.referrer_email,
    companyId: row.company_id ?? null,
    company: row.company ?? null,
    memberLastName: row.member_last_name,
    memberFirstName: row.member_first_name,
    insuranceMedicaid: row.insurance_medicaid ?? null,
    status: row.status,
    statuses: row.statuses,
    statusSince: row.status_since == null ? null : new Date(row.status_since).toISOString(),
  };
}
