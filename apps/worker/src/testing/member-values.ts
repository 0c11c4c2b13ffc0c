import type { Order } from '@throughline/domain';

/** What an order says of the member, the physician and the items, word for word: none of it may stand in a mail. */
export function memberValues({
  memberInfo,
  physicianInfo,
  insuranceInfo,
  babyInfo,
  items,
  otherInfo,
}: Order): string[] {
  return textsIn([memberInfo, physicianInfo, insuranceInfo, babyInfo, items, otherInfo]).filter(
    // Two letters (a state, a size) stand in any text.
    (text) => text.length > 2,
  );
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
