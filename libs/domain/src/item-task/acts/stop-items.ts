import { byWhom } from '../../kernel/changes-in-words.js';
import { type Command, DomainError } from '../../kernel/decider.js';
import type { DomainEvent } from '../../kernel/event.js';
import { DoneAlready, type ItemName } from '../../kernel/forestalled.js';
import { ChangedMeanwhile } from '../../kernel/meanwhile.js';
import { requireSeenHold, type SeesHold } from './hold-task.js';
import { becameOtherwise, isOfItem } from './item-refusals.js';
import {
  completingEmptied,
  knownItems,
  type Moment,
  openTask,
  perTask,
  placeItems,
  requireAtWork,
  requireInTask,
  type Verbs,
} from '../item-task-rules.js';
import type { ItemsStopped, ItemTaskEvent } from '../item-task.events.js';
import { evolveItemTasks, type ItemTaskState, type PlacedItem } from '../item-task.js';

/* Stopping items, taking them up again, and closing them for good (ordering specification, section 4, Stopping items). */

/** Stops items, even in tasks that another person holds: a member's wish to stop must not wait. */
export type StopItems = Command<
  'StopItems',
  {
    readonly referralId: string;
    /** The open task that they must be in; absent: any. */
    readonly taskId?: string;
    readonly itemIds: readonly number[];
    readonly reason: string;
    readonly seen?: SeesHold | undefined;
    /** ISO 8601, UTC. */
    readonly at: string;
  }
>;

/**
 * The stop of an item that the author saw. Null: the item was not stopped. A text, or no time: the reason alone, which means any stop for
 * it.
 */
export type SeenStop = string | { readonly reason: string; readonly stoppedAt?: string | undefined } | null;

interface EndOfStop {
  readonly referralId: string;
  readonly itemIds: readonly number[];
  /** The stop of each item, by its id, as shown to the author. Absent: any stop is ended. */
  readonly seen?: Readonly<Record<string, SeenStop>> | undefined;
}

/** Works on stopped items again: each returns to the task in which it was stopped. */
export type UnstopItems = Command<'UnstopItems', Moment & EndOfStop & { readonly reason: string }>;

/** Closes stopped items for good. */
export type CancelItems = Command<'CancelItems', EndOfStop & { readonly at: string }>;

/** Turns down an order that may not be fulfilled: items that were not delivered are stopped for this reason and canceled. */
export type TurnDownItems = Command<
  'TurnDownItems',
  { readonly referralId: string; readonly reason: string; readonly at: string }
>;

/**
 * Items that are stopped already keep their first reason. Rejects with `item-task/put-on-hold` and, if the command names a task, with
 * `item-task/not-in-task`.
 */
export function stop(
  state: ItemTaskState,
  { referralId, taskId, itemIds, reason, seen, at }: StopItems['data'],
): readonly ItemTaskEvent[] {
  if (taskId !== undefined) {
    refuseStopped(state, { taskId, itemIds, reason });
    requireSeenHold(openTask(state, taskId), seen);
    requireInTask(state, taskId, itemIds);
  }
  const goingOn = knownItems(state, itemIds).filter(({ status }) => status !== 'stopped');
  const leaving = requireAtWork(state, idsOf(goingOn));
  const stopped = perTask(state, leaving).map((items): ItemTaskEvent => ({
    type: 'ItemsStopped',
    data: { referralId, ...items, reason, stoppedAt: at },
  }));
  return completingEmptied(state, stopped, { referralId, at });
}

/** Rejects with `item-task/not-in-task` if all of the items have been stopped in this task for the same reason. */
function refuseStopped(
  state: ItemTaskState,
  { taskId, itemIds, reason }: Pick<StopItems['data'], 'itemIds' | 'reason'> & { readonly taskId: string },
): void {
  const items = state.items.filter(({ itemId }) => itemIds.includes(itemId));
  const [first] = items;
  const isDone = items.every((item) => item.taskId === taskId && reasonOf(item) === reason);
  if (first === undefined || items.length < new Set(itemIds).size || !isDone) return;
  const which = (nameOf: ItemName) => (itemIds.length === 1 ? `${nameOf(first.itemId)} has` : 'These items have');
  throw new DoneAlready(
    'item-task/not-in-task',
    (change, nameOf) =>
      `${which(nameOf)} been stopped for this reason${change ? `: by ${byWhom(change)} on ${change.when}` : ' already'}.`,
    isOfItem(first.itemId),
  );
}

/**
 * Items at work stay where they are. Rejects with `item-task/closed` for items that were canceled or delivered, and with
 * `item-task/changed-meanwhile` if one is not stopped as the author saw it.
 */
function unstop(state: ItemTaskState, data: UnstopItems['data']): readonly ItemTaskEvent[] {
  const { referralId, itemIds, reason, at } = data;
  const known = knownItems(state, itemIds);
  const closed = known.find(({ status }) => status === 'canceled' || status === 'delivered');
  if (closed) throw becameOtherwise('item-task/closed', closed);
  requireSeenStops(known, data, { isDone: known.every(({ status }) => status === 'in-task') });
  const stopped = idsOf(known.filter(({ status }) => status === 'stopped'));
  if (stopped.length === 0) return [];
  const returned = perTask(state, stopped).reduce<readonly ItemTaskEvent[]>((events, group) => {
    const task = state.tasks.find(({ taskId }) => taskId === group.taskId);
    if (!task) throw new Error(`Task ${group.taskId} was never opened`);
    return [...events, ...placeItems(events.reduce(evolveItemTasks, state), group.itemIds, task.task, data)];
  }, []);
  return [...returned, { type: 'ItemsUnstopped', data: { referralId, itemIds: stopped, reason, unstoppedAt: at } }];
}

/**
 * Rejects with `item-task/not-stopped`, because items in progress must first be stopped, with a reason; and with
 * `item-task/changed-meanwhile` if one is not stopped as the author saw it, because canceling cannot be taken back.
 */
function cancel(state: ItemTaskState, data: CancelItems['data']): readonly ItemTaskEvent[] {
  const { referralId, itemIds, at } = data;
  const open = knownItems(state, itemIds).filter(({ status }) => status !== 'canceled');
  requireSeenStops(open, data);
  if (open.some(({ status }) => status !== 'stopped')) {
    throw new DomainError('item-task/not-stopped', 'Only stopped items can be canceled. Stop them first.');
  }
  if (open.length === 0) return [];
  return [{ type: 'ItemsCanceled', data: { referralId, itemIds: idsOf(open), canceledAt: at } }];
}

/** Items that were stopped before keep their reason. */
function turnDown(state: ItemTaskState, { referralId, reason, at }: TurnDownItems['data']): readonly ItemTaskEvent[] {
  const open = state.items.filter(({ status }) => status === 'in-task' || status === 'stopped');
  const stopped = stop(state, { referralId, itemIds: idsOf(open), reason, at });
  return [...stopped, ...cancel(stopped.reduce(evolveItemTasks, state), { referralId, itemIds: idsOf(open), at })];
}

/** By item id, why it is stopped; null: it is at work or delivered. Canceled items are left out. */
export const stopsOf = (
  { items }: ItemTaskState,
  itemIds: readonly number[],
): Readonly<Record<string, string | null | readonly ['canceled']>> =>
  Object.fromEntries(
    items
      .filter(({ itemId }) => itemIds.includes(itemId))
      .map((item) => [item.itemId, item.status === 'canceled' ? ['canceled'] : reasonOf(item)]),
  );

const reasonOf = ({ status, reason }: PlacedItem): string | null => (status === 'stopped' && reason) || null;

/** `isDone`: the items are already as the act would make them. */
function requireSeenStops(
  items: readonly PlacedItem[],
  { seen }: Pick<EndOfStop, 'seen'>,
  { isDone = false }: { readonly isDone?: boolean } = {},
): void {
  if (seen === undefined) return;
  const ended = items.flatMap((item) => {
    const stop = seen[item.itemId] ?? null;
    const { reason, stoppedAt = item.stoppedAt } =
      typeof stop === 'object' ? (stop ?? { reason: null }) : { reason: stop };
    const now = reasonOf(item);
    if (reason === now && stoppedAt === item.stoppedAt) return [];
    const wasSeen = (event: DomainEvent) =>
      event.type === 'ItemsStopped' && (event.data as ItemsStopped['data']).stoppedAt === stoppedAt;
    const hasTime = typeof stop === 'object' && stop?.stoppedAt !== undefined;
    return [{ path: String(item.itemId), seen: reason, now, ...(hasTime && { wasSeen }) }];
  });
  if (ended.length > 0) throw new ChangedMeanwhile('item-task', ended, isDone);
}

const idsOf = (items: readonly { readonly itemId: number }[]) => items.map(({ itemId }) => itemId);

const stopsOfNamed = (state: ItemTaskState, { itemIds }: { readonly itemIds: readonly number[] }) =>
  stopsOf(state, itemIds);

export type StopCommand = StopItems | UnstopItems | CancelItems | TurnDownItems;

export const STOP_VERBS: Verbs<StopCommand> = {
  StopItems: { decide: stop, valuesOf: stopsOfNamed },
  UnstopItems: { decide: unstop, valuesOf: stopsOfNamed },
  CancelItems: { decide: cancel, valuesOf: stopsOfNamed },
  TurnDownItems: { decide: turnDown },
};
