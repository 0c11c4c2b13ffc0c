import {
  type CorrectItemsBody,
  itemsOf,
  referralDetailOf,
  type ReferralItem,
  SERVED_WITH_ITEM,
} from '@throughline/contracts';
import { evolveReferral, type ItemTaskEvent, type ReferralAsOf, type ReferralEvent } from '@throughline/domain';
import { HttpError } from '../http/http-error.js';

type Line = CorrectItemsBody['items']['corrected'][number];
type ServedField = keyof typeof SERVED_WITH_ITEM;
const SERVED_FIELDS = Object.keys(SERVED_WITH_ITEM) as ServedField[];

export const hasServedField = (line: Line): boolean => SERVED_FIELDS.some((field) => line[field] !== undefined);

/**
 * Refuses lines that would change what no correction changes: an item's task, order or picture. These values of a line must be as they are
 * served or, if the line stops the item, as they are served then (ordering specification, section 4). An object may be sent in part. Throws
 * 409 `referral/item-fixed` with the paths of the fields. The streams are folded one after the other, because no event of one depends on
 * the order of the other's.
 */
export function requireAsServed(
  lines: readonly Line[],
  events: readonly (ReferralEvent | ItemTaskEvent)[],
  at: string,
): void {
  const now = events.reduce<ReferralAsOf | null>(evolveReferral, null);
  if (now === null) return;
  const wrong = lines.flatMap((line) => {
    const served = [itemOf(now, line.id), itemOf(stoppedBy(line, now, at), line.id)].filter(
      (item) => item !== undefined,
    );
    // An item that does not exist is refused elsewhere.
    if (served.length === 0) return [];
    return SERVED_FIELDS.filter(
      (field) => line[field] !== undefined && !served.some((item) => isPartOf(line[field], item[field])),
    ).map((field) => [
      `items.${line.id}.${field}`,
      `${field} is not changed here. Leave it out, or send it as it is by now.`,
    ]);
  });
  const [first] = wrong;
  if (first === undefined) return;
  const errors = Object.fromEntries(wrong) as Record<string, string>;
  throw new HttpError(409, 'referral/item-fixed', first[1] ?? '', { errors });
}

const itemOf = (referral: ReferralAsOf, id: number): ReferralItem | undefined =>
  itemsOf(referralDetailOf(referral, null)).find((item) => item.id === id);

function stoppedBy({ id, stoppedReason }: Line, referral: ReferralAsOf, stoppedAt: string): ReferralAsOf {
  const item = referral.items.find((one) => one.id === id);
  if (!stoppedReason || !item?.currentTask || item.stoppedReason !== null) return referral;
  const { referralId } = referral;
  const data = { referralId, taskId: item.currentTask.id, itemIds: [id], reason: stoppedReason.reason, stoppedAt };
  return evolveReferral(referral, { type: 'ItemsStopped', data }) ?? referral;
}

/** Whether `sent` contains only values that `served` has as well. */
function isPartOf(sent: unknown, served: unknown): boolean {
  if (typeof sent !== 'object' || sent === null) return sent === served;
  if (Array.isArray(sent) || typeof served !== 'object' || served === null) return false;
  const fields = served as Readonly<Record<string, unknown>>;
  return Object.entries(sent).every(([name, value]) => Object.hasOwn(fields, name) && isPartOf(value, fields[name]));
}
