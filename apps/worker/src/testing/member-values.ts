import type { Order } from '@throughline/domain';

/** The texts of an order about the member, the physician and the items: a mail must contain none of them. */
export function memberValues({
  memberInfo,
  physicianInfo,
  insuranceInfo,
  babyInfo,
  items,
  otherInfo,
}: Order): string[] {
  return textsIn([memberInfo, physicianInfo, insuranceInfo, babyInfo, items, otherInfo]).filter(
    // A text of two letters (a state, a size) may occur in any text.
    (text) => text.length > 2,
  );
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
