import {
  foldedFact as folded,
  memberKey,
  SAME_ORDER_WINDOW_MINUTES,
  type SameOrdersQuestion,
  type StatusCheck,
} from '@throughline/contracts';
import { foldedMedicaidId, type OrderedItem, type Recorded, type ReferralEvent } from '@throughline/domain';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { Projection, Timestamp } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { type ReferralScope, within } from '../referral-list/referral-list.query.js';

export interface MemberReferralTable {
  referral_id: string;
  /** Name and date of birth, folded (`memberKey`). */
  member_key: string;
  /** `medicaidKey`; null: none. This and the following fields are null for an order that is older than them. */
  medicaid_key: string | null;
  /** The `itemsKey` of the ordered items. */
  items_key: string | null;
  submitted_at: Timestamp | null;
  company_id: number | null;
  submitter_user_id: string | null;
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
  /** Absent for an order that is older than this field. */
  readonly sent?: Sent;
}

/** What identifies the same order, and who may read it. */
interface Sent {
  readonly medicaidId: string | null;
  /** The items as ordered: a correction does not make it another order. */
  readonly items: string;
  readonly at: string;
  readonly companyId: number | null;
  readonly submitterUserId: string | null;
}

/**
 * The referrals of a member, for Check Status and for finding the same order sent twice. After a correction, a referral is found only by
 * the corrected name, date of birth and Medicaid ID.
 */
export const memberReferralProjection: Projection<Member, Insertable<MemberReferralTable>> = {
  name: 'member-referral',
  version: 1,
  categories: ['referral'],
  evolve: (member, recorded) => {
    const event = recorded as Recorded<ReferralEvent>;
    if (event.type === 'ReferralSubmitted') {
      const { referralId, order, companyId, submittedAt: at } = event.data;
      const { lastName, firstName, DOB } = order.memberInfo;
      const { medicaidId } = order.insuranceInfo;
      const submitterUserId = event.metadata.actor.userId;
      const sent = { medicaidId, items: itemsKey(order.items), at, companyId, submitterUserId };
      return { referralId, lastName, firstName, DOB, sent };
    }
    if (!member) return member;
    if (event.type === 'MemberNameCorrected') return { ...member, ...event.data.after };
    if (event.type === 'MemberDemographicsCorrected') return { ...member, DOB: event.data.after.DOB ?? member.DOB };
    if (event.type !== 'InsuranceCorrected' || !member.sent) return member;
    const { medicaidId = member.sent.medicaidId } = event.data.after;
    return { ...member, sent: { ...member.sent, medicaidId } };
  },
  table: {
    key: 'referral_id',
    columns: {
      referral_id: 'text',
      member_key: 'text',
      medicaid_key: 'text',
      items_key: 'text',
      submitted_at: 'timestamptz',
      company_id: 'integer',
      submitter_user_id: 'text',
    },
    indexes: (table) => [
      `on ${table} (member_key, referral_id)`,
      `on ${table} (medicaid_key) where medicaid_key is not null`,
    ],
  },
  rows: ({ sent, ...member }) => [
    {
      referral_id: member.referralId,
      member_key: memberKey(member),
      medicaid_key: medicaidKey(sent?.medicaidId ?? null),
      items_key: sent?.items ?? null,
      submitted_at: sent?.at ?? null,
      company_id: sent?.companyId ?? null,
      submitter_user_id: sent?.submitterUserId ?? null,
    },
  ],
};

/*
 * Keys that tell whether two orders are the same (docs/decisions/0107), besides `memberKey`. Stored rows contain them: changing one
 * requires a new version of their projection.
 */

/** Null: the order has no Medicaid ID. */
export const medicaidKey = (medicaidId: string | null): string | null => foldedMedicaidId(medicaidId ?? '') || null;

type ComparedItem = Pick<OrderedItem, 'catalogueId' | 'item' | 'description'> & {
  readonly option: { readonly id: string } | null;
};

/** Equal for the same items, whatever their order in the cart and their quantities. */
export function itemsKey(items: readonly ComparedItem[]): string {
  const keys = items.map(({ catalogueId, option, item, description }) =>
    // The catalogue may rename the item meanwhile, so its id is compared.
    JSON.stringify(catalogueId === null ? [folded(item), folded(description ?? '')] : [catalogueId, option?.id ?? '']),
  );
  return [...new Set(keys)].sort().join();
}

type Db = Kysely<ReadModelSchema>;

const MAX_REFERRALS = 100;

/** The ids of the referrals that a status check finds, newest first. It takes the same work whether it finds any or not. */
export async function findCheckedReferrals(db: Db, check: StatusCheck): Promise<readonly string[]> {
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

export const WINDOW_MS = SAME_ORDER_WINDOW_MINUTES * 60_000;
const MAX_SAME = 20;

interface SentOrder {
  readonly referralId: string;
  readonly submittedAt: Date;
}

interface Compared {
  readonly memberKey: string;
  readonly medicaidKey: string | null;
  readonly itemsKey: string;
}

/** Orders that `scope` may read, and no others: the count must not reveal hidden ones. Newest first. */
async function sentOrders(
  db: Db,
  scope: ReferralScope,
  { memberKey, medicaidKey, itemsKey }: Compared,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<readonly SentOrder[]> {
  const { rows } = await sql<SentOrder>`
    select referral_id as "referralId", submitted_at as "submittedAt" from member_referral
     where (member_key = ${memberKey} or medicaid_key = ${medicaidKey}) and items_key = ${itemsKey}
       and submitted_at between ${from} and ${to} and ${within(scope)}
     order by submitted_at desc, referral_id desc limit ${MAX_SAME}`.execute(db);
  return rows;
}

/** The referrals in `scope` that were submitted within the last minutes for the same member with the same items, newest first. */
export const findOrdersSentBefore = (
  db: Db,
  scope: ReferralScope,
  { memberInfo, medicaidId, items }: SameOrdersQuestion,
  now: Date,
): Promise<readonly SentOrder[]> =>
  sentOrders(
    db,
    scope,
    { memberKey: memberKey(memberInfo), medicaidKey: medicaidKey(medicaidId), itemsKey: itemsKey(items) },
    // The clock of the node that accepted the order may be ahead of this one's.
    { from: new Date(now.getTime() - WINDOW_MS), to: new Date(now.getTime() + WINDOW_MS) },
  );
