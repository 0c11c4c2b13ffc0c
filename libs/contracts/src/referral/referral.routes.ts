import { z } from 'zod';
import { referralSource } from '../catalogue/catalogue.contract.js';
import {
  correctItemsBody,
  correctReferralBody,
  corrections,
  documentedCorrection,
  documentedItemsCorrection,
} from './correction.contract.js';
import { feedPosition, readQuery } from '../envelope.contract.js';
import { taskQueueRow } from '../item-task/task-queue.contract.js';
import { createReferralBody, documentedOrder } from '../order/order.contract.js';
import { referralDetail } from './referral-detail.contract.js';
import {
  assignTrackingBody,
  caseId,
  limitedReferral,
  listReferralsQuery,
  referralId,
  referralList,
  suggestedSearches,
  suggestSearchesQuery,
} from './referral.contract.js';
import { readAsOfQuery } from '../history/as-of.contract.js';
import { route } from '../route/route.js';
import {
  ordersSentBefore,
  referralsOfMember,
  SAME_ORDER_WINDOW_MINUTES,
  sameOrdersQuestion,
} from './same-order.contract.js';
import { checkedReferrals, checkStatusBody } from './status-check.contract.js';
import { submissionDetail } from './submission.contract.js';

const HIDDEN = { 404: ['referral/not-found'] } as const;

/** Rules of the cart and of the catalogue, for an order and for its corrections. */
const CART_RULES = [
  'order/no-items',
  'order/quantity-not-whole',
  'order/category-not-on-form',
  'order/item-named-otherwise',
  'order/item-not-offered',
  'order/option-required',
  'order/option-not-offered',
  'order/too-many-breast-pumps',
  'order/too-many-pregnancy-rewards',
  'order/too-many-diaper-cases',
  'order/too-few-diaper-cases',
  'order/baby-required',
] as const;
const CORRECTION = {
  409: [
    'referral/not-found',
    'referral/changed-meanwhile',
    'referral/unknown-correction',
    'referral/unknown-item',
    'referral/item-fixed',
    'referral/item-removed',
    'referral/item-finished',
    'order/state-not-served',
    'order/fixed-by-form',
    'order/uhc-codes-of-other-source',
    'order/too-many-items',
    ...CART_RULES,
    'item-task/unknown-item',
    'item-task/not-at-work',
    'item-task/stopped-otherwise',
  ],
} as const;

export const referralRoutes = {
  list: route('GET /referrals', {
    summary: "The Referrals list: the caller's own, their company's, or all for the provider's own people.",
    who: 'signedIn',
    query: listReferralsQuery,
    answer: referralList,
  }),
  suggestSearches: route('GET /referrals/suggestions', {
    summary: 'Searches that are near to one that finds nothing, and find referrals that the caller may read.',
    who: 'signedIn',
    query: suggestSearchesQuery,
    answer: suggestedSearches,
  }),
  submit: route('POST /referrals/create', {
    summary: "Submit an order by the rules of its form. Returns the new referral's id.",
    who: 'anyone',
    body: createReferralBody,
    documentedBody: documentedOrder,
    answer: referralId,
    status: 201,
    idempotent: true,
    meanwhile: 'addition',
    refusals: {
      409: [
        ...CART_RULES,
        'order/look-up-required',
        'eligibility/look-up-expired',
        'eligibility/another-member',
        'eligibility/not-eligible',
      ],
    },
  }),
  /** These are reads, although they are POSTs: an address must not contain a member's data. */
  findSameOrders: route('POST /referrals/same-orders', {
    summary: `Before an order is submitted: which referrals for the same member with the same items were submitted within the last ${SAME_ORDER_WINDOW_MINUTES} minutes, of those that the caller may read.`,
    meanwhile: 'nothing',
    who: 'signedIn',
    query: readQuery,
    body: sameOrdersQuestion,
    answer: ordersSentBefore,
  }),
  listSources: route('GET /referrals/referral/sources', {
    summary: 'Sources of referrals.',
    who: 'anyone',
    answer: z.array(referralSource),
  }),
  read: route('GET /referrals/referral/{id}', {
    summary: 'The whole referral.',
    who: 'signedIn',
    params: { id: referralId },
    query: readAsOfQuery,
    answer: referralDetail,
    refusals: HIDDEN,
  }),
  readLimited: route('GET /referrals/referral/{id}/limited', {
    summary: 'What anybody that has the id may see. Rate limited.',
    who: 'anyone',
    limit: 'lookUp',
    params: { id: referralId },
    query: readAsOfQuery,
    answer: limitedReferral.extend({ feed: feedPosition }),
    refusals: HIDDEN,
  }),
  /** These are reads, although they are POSTs: an address must not contain a member's data. */
  checkStatus: route('POST /referrals/referral/status', {
    summary:
      'The IDs of referrals by ID, or by the name and date of birth of the member; none if there are none. Rate limited.',
    meanwhile: 'nothing',
    who: 'anyone',
    limit: 'lookUp',
    body: checkStatusBody,
    answer: checkedReferrals,
  }),
  readSubmission: route('GET /referrals/referral/{id}/submission', {
    summary:
      'Progress after the submission: the PDF, the check of each file. Also for the browser that has just submitted it.',
    who: 'anyone',
    params: { id: referralId },
    query: readAsOfQuery,
    answer: submissionDetail,
    refusals: { ...HIDDEN, 401: ['identity/sign-in-required'] },
  }),
  listTasks: route('GET /referrals/referral/{id}/tasks', {
    summary: 'All tasks of the referral, in the order of opening.',
    who: 'signedIn',
    params: { id: referralId },
    query: readAsOfQuery,
    answer: z.array(taskQueueRow),
    refusals: HIDDEN,
  }),
  listOfMember: route('GET /referrals/referral/{id}/of-member', {
    summary:
      'Other referrals of the same member (the same Medicaid ID, or the same name and date of birth), of those that the caller may read.',
    who: 'signedIn',
    params: { id: referralId },
    query: readQuery,
    answer: referralsOfMember,
    refusals: HIDDEN,
  }),
  readTracking: route('GET /referrals/referral/tracking/{orderId}', {
    summary: "The parcels of a supplier's order, of referrals that the caller may read. An unknown order has none.",
    who: 'signedIn',
    params: { orderId: z.string().min(1).max(50) },
    query: readQuery,
    answer: z.array(z.object({ carrier: z.string(), number: z.string() })),
  }),
  assignTracking: route('POST /referrals/referral/{id}/tracking', {
    summary: 'Staff: set the tracking number of items that are shipped or about to be.',
    who: 'worksTasks',
    params: { id: referralId },
    body: assignTrackingBody,
    answer: z.null(),
    idempotent: true,
    meanwhile: 'seen',
    refusals: {
      409: [
        'referral/not-found',
        'referral/unknown-item',
        'referral/item-not-shipped',
        'referral/numbered-meanwhile',
        'carrier/not-active',
        'item-task/unknown-task',
      ],
    },
  }),
  correct: route('POST /referrals/update', {
    summary:
      'Staff: correct a referral. Refused where another person has corrected the same fields since `parentId`; `errors` says what they changed.',
    who: 'worksTasks',
    body: correctReferralBody,
    documentedBody: documentedCorrection,
    answer: z.null(),
    idempotent: true,
    meanwhile: 'seen',
    refusals: CORRECTION,
  }),
  correctItems: route('POST /items/update-referral-items/{id}', {
    summary: 'Staff: correct the items of a referral: quantity, option, add, remove, restore; stop, with a reason.',
    who: 'worksTasks',
    params: { id: referralId },
    body: correctItemsBody,
    documentedBody: documentedItemsCorrection,
    answer: z.null(),
    idempotent: true,
    meanwhile: 'seen',
    refusals: CORRECTION,
  }),
  listCorrections: route('GET /referrals/referral/{id}/corrections', {
    summary: 'Staff: what was corrected in the referral or in the recertification, from what to what.',
    who: 'seesQueue',
    params: { id: caseId },
    query: readAsOfQuery,
    answer: corrections,
    refusals: { 404: [...HIDDEN[404], 'recertification/not-found'] },
  }),
} as const;
