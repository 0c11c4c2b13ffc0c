import { type Decider, DomainError, unreachable } from '../kernel/decider.js';
import { byWhom, type Change } from '../kernel/changes-in-words.js';
import { Forestalled } from '../kernel/forestalled.js';
import { correctableFacts } from './correction/corrected-order.js';
import { correct, type CorrectReferral } from './correction/correct-referral.js';
import { orderFormOf } from './order/order-forms.js';
import { inCatalogueWords, namingViolations } from './catalogue-words.js';
import { BABY_CATEGORIES, itemViolations, offerViolations } from './order/order-rules.js';
import type {
  AssignTrackingNumber,
  ReferralCommand,
  SubmitReferral,
  RecordBenefitOutcome,
} from './referral.commands.js';
import type { ReferralEvent } from './referral.events.js';
import { evolve, NO_REFERRAL, type ReferralState, type SubmittedReferral } from './referral.js';

/** An order, from its submission on. Stream `referral-{referralId}`. */
export const referralDecider: Decider<ReferralState, ReferralCommand, ReferralEvent> = {
  category: 'referral',
  initialState: NO_REFERRAL,
  evolve,
  valuesOf: (state, command) => {
    if (state.status === 'none') return {};
    switch (command.type) {
      case 'CorrectReferral':
        return correctableFacts(state);
      case 'AssignTrackingNumber':
        return parcelsOf(state, command.data);
      default:
        return {};
    }
  },
  decide: (state, command) => {
    switch (command.type) {
      case 'SubmitReferral':
        return submit(state, command.data);
      case 'AssignTrackingNumber':
        return assignTrackingNumber(state, command.data);
      case 'RecordBenefitOutcome':
        return recordBenefitOutcome(state, command.data);
      case 'CorrectReferral':
        return correctSubmitted(state, command.data);
      default:
        return unreachable(command);
    }
  },
};

/**
 * Rejects with `referral/already-submitted`, `order/look-up-required`, the first `order/…` rule that the items break, or
 * `order/baby-required`.
 */
function submit(
  state: ReferralState,
  { referralId, form, order, offered, companyId, submittedAt, ...optional }: SubmitReferral['data'],
): ReferralEvent[] {
  if (state.status !== 'none') {
    throw new DomainError('referral/already-submitted', 'This referral has been submitted already.');
  }
  const { lookUp, ...rules } = orderFormOf(form);
  if (lookUp !== null && optional.eligiblePatientId === undefined)
    throw new DomainError('order/look-up-required', lookUp.notEligible);
  const items = order.items.map((item) => inCatalogueWords(item, offered));
  const [broken] = [
    ...namingViolations(order.items, offered),
    ...itemViolations(items, rules),
    ...offerViolations(order.items, offered, order.memberInfo.state),
  ];
  if (broken) throw new DomainError(broken.code, broken.message);
  const ofBaby = rules.sections.includes('baby') && items.some((item) => BABY_CATEGORIES.includes(item.itemCategory));
  // The contract checks this by the categories that were sent; here they are the catalogue's.
  if (ofBaby && order.babyInfo === null) throw new DomainError('order/baby-required', 'Due Date is required.');
  const submitted = { referralId, form, order: { ...order, items }, companyId, submittedAt, ...optional };
  return [{ type: 'ReferralSubmitted', data: submitted }];
}

/** The tracking numbers of each item; null for an item that was removed from the order. */
const parcelsOf = ({ items, parcels }: SubmittedReferral, { itemIds }: Pick<AssignTrackingNumber['data'], 'itemIds'>) =>
  Object.fromEntries(
    items
      .filter(({ id }) => itemIds.includes(id))
      .map(({ id, deleted }) => {
        const numbers = parcels.filter((parcel) => parcel.itemIds.includes(id)).map(labelOf);
        return [id, deleted ? null : numbers];
      }),
  );

const labelOf = ({ carrier, number }: Pick<AssignTrackingNumber['data'], 'carrier' | 'number'>) =>
  `${carrier} ${number}`;

/**
 * The number is added only to items that do not have it yet. Rejects with `referral/not-found`, `referral/unknown-item`,
 * `referral/numbered-meanwhile` and, for a removed item, `referral/item-not-shipped`; policies/only-shipped-items-in-parcels.policy.ts adds
 * what depends on the tasks. An item need not have been shipped: a carrier assigns the number when the label is printed, before the parcel
 * leaves, and the specification (ordering, section 3) ties a number to no step.
 */
function assignTrackingNumber(
  state: ReferralState,
  { referralId, itemIds, carrier, number, seen }: AssignTrackingNumber['data'],
): ReferralEvent[] {
  if (state.status === 'none') throw new DomainError('referral/not-found', 'There is no referral with this ID.');
  const unknown = itemIds.find((itemId) => !state.items.some(({ id }) => id === itemId));
  if (unknown !== undefined) {
    throw new DomainError('referral/unknown-item', `This referral has no item ${unknown}.`);
  }
  const labelled = state.parcels
    .filter((parcel) => parcel.carrier === carrier && parcel.number === number)
    .flatMap((parcel) => parcel.itemIds);
  const unlabelled = [...new Set(itemIds)].filter((id) => !labelled.includes(id));
  if (unlabelled.length === 0) return [];
  const removed = state.items.find(({ id, deleted }) => deleted && unlabelled.includes(id));
  if (removed) {
    throw new Forestalled(
      'referral/item-not-shipped',
      (change, nameOf) => notShipped(nameOf(removed.id), 'removed', change),
      ({ type, data }) => type === 'ItemRemoved' && (data as { readonly itemId: number }).itemId === removed.id,
    );
  }
  requireSeenParcels(state, unlabelled, seen);
  return [{ type: 'TrackingNumberAssigned', data: { referralId, itemIds: unlabelled, carrier, number } }];
}

/**
 * Rejects if one of these items was given another number since the author looked: two people who print labels for the same items would send
 * two parcels. That applies to the author's own number as well: if its answer was lost and the author corrects the number before sending it
 * again, both would be recorded.
 */
function requireSeenParcels(
  { parcels }: SubmittedReferral,
  itemIds: readonly number[],
  seen: AssignTrackingNumber['data']['seen'],
): void {
  const numbers = seen?.numbers;
  if (numbers === undefined) return;
  const isOfThese = (parcel: Pick<AssignTrackingNumber['data'], 'itemIds'>) =>
    parcel.itemIds.some((itemId) => itemIds.includes(itemId));
  const unseen = parcels.find((parcel) => isOfThese(parcel) && !numbers.includes(parcel.number));
  if (unseen === undefined) return;
  const item = unseen.itemIds.find((itemId) => itemIds.includes(itemId)) ?? 0;
  throw new Forestalled(
    'referral/numbered-meanwhile',
    (change, nameOf) => {
      const parcel = labelOf(unseen);
      if (change === null) return `${nameOf(item)} has the tracking number ${parcel} meanwhile.`;
      return change.isOwn
        ? `You gave ${nameOf(item)} the tracking number ${parcel} on ${change.when}. Add another only for a second parcel, or if that number is wrong.`
        : `${change.who} gave ${nameOf(item)} the tracking number ${parcel} on ${change.when}.`;
    },
    ({ type, data }) =>
      type === 'TrackingNumberAssigned' &&
      (data as AssignTrackingNumber['data']).number === unseen.number &&
      isOfThese(data as AssignTrackingNumber['data']),
  );
}

/** The refusal for an item that is not to be shipped. */
export const notShipped = (item: string, status: string, change: Change | null): string =>
  change
    ? `${item} has been ${status}: by ${byWhom(change)} on ${change.when}. Nobody ships it.`
    : `${item} has been ${status}: nobody ships it.`;

/** The outcome of a benefit is recorded once for each order. Rejects with `referral/not-found`. */
function recordBenefitOutcome(state: ReferralState, outcome: RecordBenefitOutcome['data']): ReferralEvent[] {
  if (state.status === 'none') throw new DomainError('referral/not-found', 'There is no referral with this ID.');
  return state.benefitDecided ? [] : [{ type: 'BenefitOutcomeTold', data: outcome }];
}

/** Rejects with `referral/not-found`, and like `correct`. */
function correctSubmitted(state: ReferralState, data: CorrectReferral['data']): readonly ReferralEvent[] {
  if (state.status === 'none') throw new DomainError('referral/not-found', 'There is no referral with this ID.');
  return correct(state, data);
}
