import { byWhom } from '../../kernel/changes-in-words.js';
import type { Command } from '../../kernel/decider.js';
import { Forestalled } from '../../kernel/forestalled.js';
import { isOfItem } from './item-refusals.js';
import type { ItemTaskEvent } from '../item-task.events.js';
import { evolveItemTasks, type ItemTaskState, type PlacedItem } from '../item-task.js';
import type { Verbs } from '../item-task-rules.js';
import { stop, stopsOf } from './stop-items.js';

/* Items that a corrected order lists as stopped (ordering specification, section 4). */

/** Stops the items of a list as it states them: each for its own reason, wherever it is. Null: the item is not stopped. */
export type StopListedItems = Command<
  'StopListedItems',
  {
    readonly referralId: string;
    readonly items: readonly {
      readonly itemId: number;
      readonly reason: string | null;
      /** When the stop began that the author of the list saw: the item is to stay as it is. Absent: the item is to be stopped. */
      readonly seenAt?: string | undefined;
    }[];
    /** ISO 8601, UTC. */
    readonly at: string;
  }
>;

/**
 * Items that are stopped for the stated reason stay as they are. Rejects with `item-task/stopped-otherwise` where the list states another
 * reason than the one that an item was stopped for, or none, or another stop than the present one, and as `stop` does.
 */
function stopListed(
  state: ItemTaskState,
  { referralId, items, at }: StopListedItems['data'],
): readonly ItemTaskEvent[] {
  const toStop = items.filter(({ itemId, reason, seenAt }) => {
    const placed = state.items.find((item) => item.itemId === itemId);
    const isStopped = placed?.status === 'stopped' || placed?.status === 'canceled';
    if (isStopped && placed.reason !== reason) throw stoppedOtherwise(referralId, placed, reason);
    if (seenAt !== undefined && placed && placed.status !== 'canceled' && placed.stoppedAt !== seenAt) {
      throw stoppedOnceMore(referralId, placed, seenAt);
    }
    return reason !== null && !isStopped;
  });
  const reasons = [...new Set(toStop.map(({ reason }) => reason))];
  return reasons.reduce<readonly ItemTaskEvent[]>((events, reason) => {
    const itemIds = toStop.filter((item) => item.reason === reason).map(({ itemId }) => itemId);
    return [
      ...events,
      ...stop(events.reduce(evolveItemTasks, state), { referralId, itemIds, reason: reason ?? '', at }),
    ];
  }, []);
}

const stoppedOtherwise = (referralId: string, { itemId, status, reason: now }: PlacedItem, reason: string | null) =>
  new Forestalled(
    'item-task/stopped-otherwise',
    (change, nameOf) => {
      const by = change ? `: by ${byWhom(change)} on ${change.when}` : '';
      if (status === 'canceled') return `${nameOf(itemId)} has been canceled${by}.`;
      if (reason !== null) return `${nameOf(itemId)} was stopped for another reason, which stays${by}.`;
      const why = by && `${by}, for “${now}”`;
      return `${nameOf(itemId)} is stopped${why}. Take it up again before it is listed without a reason.`;
    },
    isOfItem(itemId),
    // The stream is named because a correction of the order, which is decided in the order's own stream, is refused with it as well.
    { id: referralId, category: 'itemTask' },
  );

/**
 * The refusal if the item is on another stop than the one that began at `seenAt`, or is not stopped any more. For a `seenAt` that no stop
 * began at, it says neither who nor when.
 */
const stoppedOnceMore = (referralId: string, { itemId, status }: PlacedItem, seenAt: string) =>
  new Forestalled(
    'item-task/stopped-otherwise',
    (change, nameOf) => {
      const by = change ? `: by ${byWhom(change)} on ${change.when}` : '';
      if (status === 'stopped') return `${nameOf(itemId)} was stopped again since${by}.`;
      return `${nameOf(itemId)} is not stopped any more${by}. Leave its reason out, or send it as text to stop it again.`;
    },
    ({ type, data }) => {
      const of = data as {
        readonly itemIds?: readonly number[];
        readonly stoppedAt?: string;
        readonly unstoppedAt?: string;
      };
      const at = status === 'stopped' ? of.stoppedAt : of.unstoppedAt;
      const isIt = type === (status === 'stopped' ? 'ItemsStopped' : 'ItemsUnstopped');
      return isIt && of.itemIds?.includes(itemId) === true && at !== undefined && at > seenAt;
    },
    { id: referralId, category: 'itemTask' },
  );

export const LISTED_STOP_VERBS: Verbs<StopListedItems> = {
  StopListedItems: {
    decide: stopListed,
    valuesOf: (state, { items }) =>
      stopsOf(
        state,
        items.map(({ itemId }) => itemId),
      ),
  },
};
