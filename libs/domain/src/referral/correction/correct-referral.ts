import { byWhom } from '../../kernel/changes-in-words.js';
import { changedFields, comparedWithSeen, type IsChanged, requireSeen } from '../../kernel/corrections.js';
import { type Command, DomainError } from '../../kernel/decider.js';
import { Forestalled } from '../../kernel/forestalled.js';
import { ChangedMeanwhile } from '../../kernel/meanwhile.js';
import { inCatalogueWords, namingViolations } from '../catalogue-words.js';
import { CORRECTED_FIELDS, type CorrectionEvent } from './correction.events.js';
import { type CorrectableItem, type CorrectableOrder, evolveOrder, itemPath } from './corrected-order.js';
import { nameOfItem } from '../order/item-name.js';
import { orderFormOf } from '../order/order-forms.js';
import {
  BABY_CATEGORIES,
  fixedViolations,
  type FixedValues,
  itemViolations,
  MOST_ITEMS,
  type OfferedItem,
  offerViolations,
  UHC_CODES_OF_SOURCE,
} from '../order/order-rules.js';
import { type Order, type OrderedItem, UHC_SOURCE } from '../order/order.js';
import type { SubmittedReferral } from '../referral.js';

/** The wanted values of an item; a field that is absent stays as it is. */
export interface ItemCorrection {
  readonly id: number;
  readonly qty?: number | undefined;
  readonly option?: OrderedItem['option'] | undefined;
  readonly deleted?: boolean | undefined;
  /** The fixed fields as the person saw them; a correction cannot change them. */
  readonly as?: { readonly [Field in FixedField]?: string | null | undefined } | undefined;
}

interface FinishedItem {
  readonly itemId: number;
  readonly status: 'canceled' | 'delivered';
  /** Corrects a submitted order. The sections are complete, as a form sends them; a section that is absent stays as it is. */
  readonly taskId: string;
}

const FIXED_FIELDS = {
  itemCategory: 'category',
  catalogueId: 'catalogue id',
  item: 'name',
  hcpcs: 'HCPCS',
  description: 'description',
} as const satisfies Partial<Record<keyof OrderedItem, string>>;
type FixedField = keyof typeof FIXED_FIELDS;

/** Corrects a submitted order. The sections are complete, as a form sends them; a section that is left out stays as it is. */
export type CorrectReferral = Command<
  'CorrectReferral',
  {
    readonly referralId: string;
    /** How many corrections the person had seen: they changed a field if it differs from the value that it had then. */
    readonly seen: number;
    readonly order: {
      readonly [Section in keyof Omit<Order, 'items' | 'attachments'>]?: Order[Section] | undefined;
    };
    readonly items: readonly ItemCorrection[];
    readonly added: readonly Omit<OrderedItem, 'id'>[];
    /** What the catalogue offers to the form's group in the member's state. */
    readonly offered: readonly OfferedItem[];
    /** Items that are delivered or canceled, which cannot be changed any more. */
    readonly finished: readonly FinishedItem[];
    /** ISO 8601, UTC. */
    readonly at: string;
  }
>;

/**
 * The facts that change: none if the order is as wanted already. Rejects with `referral/unknown-correction` if `seen` is greater than their
 * number, `referral/changed-meanwhile`, `referral/unknown-item`, `referral/item-fixed`, `referral/item-removed`, `referral/item-finished`,
 * `order/item-named-otherwise`, `order/uhc-codes-of-other-source`, or the first rule of the order's form that the corrected order breaks.
 */
export function correct(state: SubmittedReferral, data: CorrectReferral['data']): readonly CorrectionEvent[] {
  requireSeen('referral', data.seen, state.corrections ?? 0);
  const { isChanged, collisions } = comparedWithSeen(state.replaced, data.seen);
  const events = [...correctedFacts(state, data, isChanged), ...correctedItems(state, data, isChanged)];
  if (collisions.length > 0) throw new ChangedMeanwhile('referral', collisions);
  requireRules(state, events, data);
  return events;
}

const correctedFacts = (
  state: SubmittedReferral,
  { referralId, order, at: correctedAt }: CorrectReferral['data'],
  isChanged: IsChanged,
): readonly CorrectionEvent[] =>
  changedFields(CORRECTED_FIELDS, state.order, withFixedCompany(state, order), isChanged).map(
    ({ type, before, after }) => ({ type, data: { referralId, before, after, correctedAt } }) as CorrectionEvent,
  );

/** A form that fixes the company may be sent without one, like the order itself: the company stays. */
function withFixedCompany({ form }: SubmittedReferral, order: CorrectReferral['data']['order']): object {
  if (orderFormOf(form).payor === null || order.referralInfo?.company !== null) return order;
  const { company: _, ...referralInfo } = order.referralInfo;
  return { ...order, referralInfo };
}

function correctedItems(
  { items }: SubmittedReferral,
  { referralId, items: corrections, added, offered, finished, at }: CorrectReferral['data'],
  isChanged: IsChanged,
): readonly CorrectionEvent[] {
  const common = { referralId, correctedAt: at };
  const changes = corrections.flatMap(({ id: itemId, qty, option, deleted, as }): CorrectionEvent[] => {
    const now = items.find(({ id }) => id === itemId);
    if (!now) throw new DomainError('referral/unknown-item', `This referral has no item ${itemId}.`);
    requireFixed(now, as);
    const events: CorrectionEvent[] = [];
    const wasDeleted = now.deleted ?? false;
    if (deleted !== undefined && isChanged(itemPath(itemId, 'deleted'), deleted, wasDeleted))
      events.push({ type: deleted ? 'ItemRemoved' : 'ItemRestored', data: { ...common, itemId } });
    if (qty !== undefined && isChanged(itemPath(itemId, 'qty'), qty, now.qty))
      events.push({ type: 'ItemQuantityChanged', data: { ...common, itemId, before: now.qty, after: qty } });
    if (option !== undefined && isChanged(itemPath(itemId, 'option'), option, now.option)) {
      // Only the option is compared with the order, because the catalogue may have renamed the item since.
      const [misnamed] = namingViolations([{ ...inCatalogueWords(now, offered), option }], offered);
      if (misnamed) throw new DomainError(misnamed.code, misnamed.message);
      const after = option && (inCatalogueWords({ ...now, option }, offered).option ?? option);
      events.push({ type: 'ItemOptionChanged', data: { ...common, itemId, before: now.option, after } });
    }
    const ended = finished.find((item) => item.itemId === itemId);
    if (events.length > 0 && ended) {
      throw finishedAlready(nameOfItem(now), ended, referralId);
    }
    const isRestored = events.some(({ type }) => type === 'ItemRestored');
    // Also refuses a person who states that the item is not removed, since they have not seen the removal and their correction would have
    // no effect.
    if (wasDeleted && !isRestored && (events.length > 0 || deleted === false)) {
      throw new Forestalled(
        'referral/item-removed',
        (change) =>
          change
            ? `${nameOfItem(now)} was removed from the referral by ${byWhom(change)} on ${change.when}. Restore it first.`
            : `${nameOfItem(now)} was removed from the referral. Restore it first.`,
        (event) => event.type === 'ItemRemoved' && (event.data as { readonly itemId?: number }).itemId === itemId,
      );
    }
    return events;
  });
  if (added.length > 0 && items.length + added.length > MOST_ITEMS) {
    throw new DomainError('order/too-many-items', `A referral is limited to ${MOST_ITEMS} items.`);
  }
  const lastId = Math.max(0, ...items.map(({ id }) => id));
  const additions = added.map((line, index): CorrectionEvent => {
    const item = inCatalogueWords({ ...line, id: lastId + index + 1 }, offered);
    return { type: 'ItemAdded', data: { ...common, item } };
  });
  return [...changes, ...additions];
}

const finishedAlready = (item: string, { itemId, status, taskId }: FinishedItem, referralId: string) =>
  new Forestalled(
    'referral/item-finished',
    (change) =>
      change
        ? `${item} has been ${status} and is no longer changed: by ${byWhom(change)} on ${change.when}.`
        : `${item} has been ${status} and is no longer changed.`,
    ({ type, data }) => {
      const of = data as { readonly taskId?: string; readonly itemIds?: readonly number[] };
      return status === 'delivered'
        ? type === 'TaskCompleted' && of.taskId === taskId
        : type === 'ItemsCanceled' && of.itemIds?.includes(itemId) === true;
    },
    { id: referralId, category: 'itemTask' },
  );

function requireFixed(now: OrderedItem, as: ItemCorrection['as'] = {}): void {
  for (const [field, label] of Object.entries(FIXED_FIELDS) as [FixedField, string][]) {
    if (as[field] === undefined || as[field] === now[field]) continue;
    throw new DomainError(
      'referral/item-fixed',
      `${nameOfItem(now)} keeps its ${label}. Remove it, and add the other item.`,
    );
  }
}

/** The rules of the order's form apply to what a correction changes; what was accepted before is not validated again. */
function requireRules(
  state: SubmittedReferral,
  events: readonly CorrectionEvent[],
  { order, offered, added }: CorrectReferral['data'],
): void {
  const form = orderFormOf(state.form);
  const after = events.reduce<CorrectableOrder>((order, event) => evolveOrder(order, event, (item) => item), state);
  const { state: home } = after.order.memberInfo;
  if (form.payor !== null && home !== form.payor.state && home !== state.order.memberInfo.state) {
    throw new DomainError('order/state-not-served', `${form.payor.name} delivers in ${form.payor.state} only.`);
  }
  const [other] = fixedViolations(changedOfFixed(state, events, order), form);
  if (other) throw new DomainError(other.code, other.message);
  const { referralSource } = after.order.referralInfo;
  if (events.some(addsUhcCodes) && referralSource !== UHC_SOURCE)
    throw new DomainError(UHC_CODES_OF_SOURCE.code, UHC_CODES_OF_SOURCE.message);
  if (after.items === state.items) return;
  const ordered = after.items.filter(({ deleted }) => !deleted);
  const chosen: readonly Pick<CorrectableItem, 'catalogueId' | 'itemCategory' | 'item' | 'option'>[] = [
    ...added,
    ...events.flatMap(({ type, data }) =>
      type === 'ItemOptionChanged' ? after.items.filter(({ id }) => id === data.itemId) : [],
    ),
  ];
  const [broken] = [
    ...namingViolations(added, offered),
    ...itemViolations(ordered, form),
    ...offerViolations(chosen, offered, home),
  ];
  if (broken) throw new DomainError(broken.code, broken.message);
  const asksForBaby = form.sections.includes('baby') && events.some(isOfBaby);
  if (asksForBaby && after.order.babyInfo === null)
    throw new DomainError('order/baby-required', 'Due Date is required. Correct the section Baby first.');
}

/**
 * Those of the fields fixed by a payor's form that the correction changes. No correction records a plan: a plan that differs from the
 * served one is refused.
 */
function changedOfFixed(
  { order: now }: SubmittedReferral,
  events: readonly CorrectionEvent[],
  { insuranceInfo }: CorrectReferral['data']['order'],
): FixedValues {
  const plan = insuranceInfo?.plan === now.insuranceInfo.plan ? undefined : insuranceInfo?.plan;
  return events.reduce<FixedValues>(
    (fixed, { type, data }) => {
      if (type === 'ReferrerCorrected') return { ...fixed, company: data.after.company };
      return type === 'InsuranceCorrected' ? { ...fixed, insuranceType: data.after.insuranceType } : fixed;
    },
    { plan },
  );
}

const addsUhcCodes = (event: CorrectionEvent) =>
  event.type === 'UhcCodesCorrected' && event.data.after.uhcCodes !== null;

const isOfBaby = ({ type, data }: CorrectionEvent) =>
  type === 'ItemAdded' && BABY_CATEGORIES.includes(data.item.itemCategory);
