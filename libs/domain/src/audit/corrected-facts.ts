import { isRecertificationCorrected, type RecertificationCorrected } from '../item-task/recertification.events.js';
import type { FieldChange } from '../kernel/words.js';
import { type CorrectionEvent, isCorrection } from '../referral/correction/correction.events.js';
import { orderedItemFacts, type OrderFact, type OrderSection, orderSections } from '../referral/order/order-facts.js';
import { type CaseAsOf, type EventCircumstances, evolveCase, isReferral } from './event-circumstances.js';
import { type RecertificationSection, recertificationSections } from './recertification-facts.js';

/** Whether the event is a correction of a referral or a recertification. */
export const isCaseCorrection = (event: {
  readonly type: string;
}): event is CorrectionEvent | RecertificationCorrected => isCorrection(event) || isRecertificationCorrected(event);

/** The facts that a correction changes, in the words of the screens; none for other events, and for an added item. */
export function correctedFacts(
  event: { readonly type: string },
  before: EventCircumstances['before'],
): readonly CorrectedFact[] {
  if (before === null || !isCaseCorrection(event)) return [];
  const after = evolveCase(before, event);
  if (after === null) return [];
  const now = factsByPlace(after, before);
  const earlier = factsByPlace(before, after);
  return [...now].flatMap(([place, { section, field, value: to }]) => {
    const from = earlier.get(place)?.value ?? null;
    const isNewItem = typeof section === 'number' && !earlier.has(place);
    return from === to || isNewItem ? [] : [{ section, field, from, to }];
  });
}

/** A fact of a section, or of the item with this id. */
export interface CorrectedFact extends FieldChange {
  readonly section: OrderSection['title'] | RecertificationSection['title'] | number;
}

const factsByPlace = (one: CaseAsOf, other: CaseAsOf) =>
  new Map(
    sectionsApart(one, other).flatMap(([section, facts]) =>
      facts.map(({ label: field, value }) => [`${section} ${field}`, { section, field, value }] as const),
    ),
  );

/**
 * The facts of one state by section, without items that are the same in the other state: a referral may have many items and many
 * corrections.
 */
function sectionsApart(
  one: CaseAsOf,
  other: CaseAsOf,
): readonly (readonly [CorrectedFact['section'], readonly OrderFact[]])[] {
  if (!isReferral(one)) return recertificationSections(one).map(({ title, facts }) => [title, facts] as const);
  if (!isReferral(other)) return [];
  const { order, items } = one;
  const sections = order === other.order ? [] : orderSections(order).map(({ title, facts }) => [title, facts] as const);
  const unchanged = new Set(other.items);
  const lines = items.filter((item) => !unchanged.has(item)).map((item) => [item.id, orderedItemFacts(item)] as const);
  return [...sections, ...lines];
}
