import { type ItemAsOf, type ReferralAsOf, TASK_CATALOGUE } from '@throughline/domain';
import { z } from 'zod';
import { CATALOGUE_PICTURES } from '../catalogue/catalogue.contract.js';
import { feedPosition } from '../envelope.contract.js';
import { caseFile } from '../file/file.contract.js';
import { taskName } from '../item-task/item-task.contract.js';
import { taskFacts } from '../item-task/task-queue.contract.js';
import { GENDERS } from '../order/choices.js';
import { referralId } from './referral.contract.js';

/* GET /referrals/referral/{id} under the names of the ordering specification, section 3. Every time is ISO 8601, UTC. */

const department = z.enum(TASK_CATALOGUE.map((row) => row.department));
const text = z.string().nullable();
const list = <T extends z.ZodType>(of: T) => z.array(of).readonly();
const itemIds = list(z.number().int());

const taskOfItem = z.object({
  id: z.string(),
  name: z.union([taskName, z.literal('Stopped')]),
  department: department.nullable(),
});

/** The specification's Item, with what became of it in the referral. */
export const referralItem = z.object({
  /** 1, 2, … within the referral, in the order of the cart. */
  id: z.number().int(),
  itemCategory: z.string(),
  /** The item's `id` in `POST /items/`; null for a custom item. */
  catalogueId: text,
  item: z.string(),
  option: z.object({ id: z.string(), name: z.string(), hcpcs: text }).nullable(),
  hcpcs: text,
  /** The address of its picture in the catalogue; null: it has none. */
  image: text,
  description: text,
  qty: z.number().int(),
  /** Removed from the order after the submission. */
  deleted: z.boolean(),
  /** Null until the first task is opened, moments after the submission. */
  currentTask: taskOfItem.extend({ completedDate: text }).nullable(),
  /** The previous task; for a stopped item the task in which it was stopped. */
  lastTask: taskOfItem.nullable(),
  /** `stoppedAt` tells one stop from the next; absent for an item that was stopped under release 2.3.1 or before. */
  stoppedReason: z.object({ reason: z.string(), stoppedAt: z.string().exactOptional() }).nullable(),
  /** The id of the supplier's order; null if there is none. */
  orderId: text,
  /** The ids in the provider's billing system, recorded with the supplier's order; null without one, and after the item was stopped. */
  brightreeItemID: text,
  brightreeItemKey: text,
});
export type ReferralItem = z.infer<typeof referralItem>;

const referralInfo = z.object({
  lastName: z.string(),
  firstName: z.string(),
  email: z.string(),
  phone: z.string(),
  referralSource: z.string(),
  company: text,
  sendNotificationsFlag: z.boolean(),
});

const memberInfo = z.object({
  lastName: z.string(),
  firstName: z.string(),
  /** YYYY-MM-DD. */
  DOB: z.string(),
  gender: z.enum(GENDERS),
  phone: z.string(),
  ACPhone: text,
  preferredLang: text,
  email: text,
  ACEmail: text,
  address1: z.string(),
  address2: text,
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  /** Inches. */
  height: z.number().nullable(),
  /** Pounds. */
  weight: z.number().nullable(),
  allergies: text,
  diag: text,
});

const physicianInfo = z.object({ lastName: text, firstName: text, NPI: text, phone: text, fax: text, email: text });

const insuranceInfo = z.object({
  insuranceType: z.object({ medicare: z.boolean(), medicaid: z.boolean(), commercial: z.boolean() }),
  medicareId: text,
  medicaidId: text,
  commIns1Name: text,
  commIns1Id: text,
  commIns2Name: text,
  commIns2Id: text,
  waiverBenefits: text,
  plan: z.string().exactOptional(),
});

const babyInfo = z.object({ lastName: text, firstName: text, dueDate: z.string(), nicu: z.boolean() });

const referralTask = taskFacts.extend({
  department,
  /** Items that are or were in the task. */
  itemIds,
});

/** The specification's Referral (response), then what the portal's own screens need in addition. */
export const referralDetail = z.object({
  referralId,
  referralDateTime: z.string(),
  referralInfo,
  memberInfo,
  physicianInfo,
  insuranceInfo,
  /** Null if the cart does not require baby information. */
  babyInfo: babyInfo.nullable(),
  otherInfo: text,
  /** Category → its items, in the order of the cart. */
  items: z.record(z.string(), list(referralItem)),
  /** Comma-joined; only with source 'uhc file'. */
  uhcCodes: text,
  /** The key of the member in the sender's own system; absent: none. */
  patientKey: z.string().exactOptional(),
  /** Names of the files that the order announced. */
  attachments: list(z.string()).optional(),
  /** The referrer's company at the time of submission; null for an anonymous submitter. */
  companyId: z.number().int().nullable(),
  /** The name of that company; without one, the company that the referrer typed. */
  company: text,
  /** The status that all items share, or 'Multiple Statuses'. */
  status: z.string(),
  /** In the order of opening. */
  tasks: list(referralTask),
  files: list(caseFile),
  tracking: list(z.object({ itemIds, carrier: z.string(), number: z.string() })),
  /**
   * Entries that staff or an integration added, and 'stop items', 'unstop items', 'cancel items' with the numbers of the items; oldest
   * first.
   */
  history: list(
    z.object({
      patientKey: z.string().exactOptional(),
      elementName: z.string(),
      elementKey: text,
      changes: z.string(),
      dateTime: z.string(),
    }),
  ),
  /** The Referral History: attempts to reach the member and the physician, oldest first. */
  contactAttempts: list(
    z.object({
      party: z.enum(['member', 'physician']),
      /** Counts from 1 for each party. */
      number: z.number().int(),
      /** In words. */
      outcome: z.string(),
      at: z.string(),
    }),
  ),
  /** How many corrections the order has; absent: none. A correction sends it to say what the person saw. */
  corrections: z.number().int().exactOptional(),
  feed: feedPosition,
});
export type ReferralDetail = z.infer<typeof referralDetail>;

/** The response for a referral's current state. `company` is the display name of the referrer's company. */
export function referralDetailOf(referral: ReferralAsOf, company: string | null): Omit<ReferralDetail, 'feed'> {
  const { submittedAt, order, items, contactAttempts = [], ...rest } = referral;
  const byCategory = new Map<string, ReferralItem[]>();
  for (const item of items) {
    const ofCategory = byCategory.get(item.itemCategory) ?? [];
    byCategory.set(item.itemCategory, [...ofCategory, referralItemOf(item)]);
  }
  return {
    ...rest,
    ...order,
    referralDateTime: submittedAt,
    company,
    items: Object.fromEntries(byCategory),
    contactAttempts: contactAttempts.map(({ party, number, outcome, at }) => ({ party, number, outcome, at })),
  };
}

const NO_ORDER = { orderId: null, brightreeItemID: null, brightreeItemKey: null };

function referralItemOf({ stoppedReason, stoppedAt, deleted, image: file, ...item }: ItemAsOf): ReferralItem {
  const reason =
    stoppedReason === null ? null : { reason: stoppedReason, ...(stoppedAt !== undefined && { stoppedAt }) };
  const image = file ? `${CATALOGUE_PICTURES}/${file}` : null;
  return { ...NO_ORDER, ...item, image, deleted: deleted ?? false, stoppedReason: reason };
}
