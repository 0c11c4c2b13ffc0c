import { type Command, DomainError } from '../../kernel/decider.js';
import { requireSeenHold, type SeesHold } from './hold-task.js';
import {
  completingEmptied,
  type Moment,
  openTask,
  placeItems,
  requireInTask,
  requireNotHeldByAnother,
  requireSameWork,
  type Verbs,
} from '../item-task-rules.js';
import type { Assignee, ContactAttempted, ExternalItem, ItemTaskEvent, OutcomeRecorded } from '../item-task.events.js';
import { evolveItemTasks, itemsIn, type ItemTaskState, type TaskFacts } from '../item-task.js';
import { placesOf } from './open-task.js';
import {
  isRemoved,
  removedFromOrder,
  requireSeenItems,
  type SeesItems,
  standingOutcomesOf,
  withdrawRemoved,
} from './outcome-items.js';
import { type TaskName, taskRow } from '../catalogue/task-catalogue.js';
import {
  type ContactMethod,
  type Destination,
  destinationOf,
  isOrderId,
  MOVED,
  type Outcome,
  type OutcomeName,
  outcomesOf,
  type RecordedName,
  type RoutedOrder,
  stopReasonOf,
  USUAL_METHOD,
} from '../catalogue/task-outcomes.js';

/*
 * Recording the outcome of a task, which follows the table of `task-outcomes.ts`, and moving items to a task that the table does not give.
 */

/** What a person records about a task, besides which of its items. */
interface OutcomeData extends Moment {
  readonly referralId: string;
  readonly taskId: string;
  /** Free text for the staff only. */
  readonly note: string | null;
  readonly by: Assignee;
}

/** Records the outcome of a task. Its items go where the table says, and the task is completed if no item stays in it. */
export type RecordOutcome = Command<
  'RecordOutcome',
  OutcomeData & {
    /** An outcome that the table has for this task. */
    readonly outcome: OutcomeName;
    /** Null: all items of the task. */
    readonly itemIds: readonly number[] | null;
    readonly seen?: (SeesHold & SeesItems) | undefined;
    /** Null: the usual method. Only an attempt to reach somebody has a method. */
    readonly method: ContactMethod | null;
    readonly orderId: string | null;
    /** Absent: none were given. */
    readonly externalItems?: readonly ExternalItem[];
    /** Why the items are stopped, if the outcome stops them. Absent: the reason that the table gives. */
    readonly reason?: string | undefined;
    readonly order: RoutedOrder;
  }
>;

/** Moves items of a task to another one than the table gives. `note` says why. */
export type MoveItems = Command<
  'MoveItems',
  OutcomeData & {
    readonly itemIds: readonly number[];
    readonly task: TaskName;
    readonly seen?: SeesHold | undefined;
  }
>;

type Decision = readonly ItemTaskEvent[];

/**
 * Rejects with `item-task/not-an-outcome`, `item-task/order-id-required`, `item-task/not-an-order`, `item-task/not-a-stop`,
 * `item-task/closed-together` and `item-task/put-on-hold`. If the outcome is for all items of the task, it also rejects with `item-task/joined-meanwhile` and
 * `item-task/not-in-task` when the author saw other items.
 */
function recordOutcome(before: ItemTaskState, data: RecordOutcome['data']): Decision {
  const task = openTask(before, data.taskId);
  requireNotHeldByAnother(task, data.by);
  requireSeenHold(task, data.seen);
  const withdrawn = withdrawRemoved(before, data);
  const state = withdrawn.reduce(evolveItemTasks, before);
  if (data.itemIds === null) requireSeenItems(state, data);
  const inTask = itemsIn(state, data.taskId);
  const removed = (data.itemIds ?? itemsIn(before, data.taskId)).find((itemId) => isRemoved(data, itemId));
  // A removed item is refused if the command names it, or if no other item is left in the task.
  if (removed !== undefined && (data.itemIds !== null || inTask.length === 0)) throw removedFromOrder(data, removed);
  const itemIds = data.itemIds === null ? inTask : requireInTask(state, data.taskId, data.itemIds);
  const outcome = requireOutcome(task.task, data.outcome);
  const isClosed = outcome.leadsTo === 'closed';
  if (isClosed && itemIds.length < inTask.length) {
    throw new DomainError('item-task/closed-together', `The items of ${task.task} can only be closed together.`);
  }
  if (data.reason !== undefined && stopReasonOf(outcome) === null) {
    throw new DomainError('item-task/not-a-stop', 'This outcome stops no items, and takes no reason.');
  }
  const placed = [...orderedBy(outcome, itemIds, data), ...leaveBy(state, outcome.leadsTo, itemIds, data)];
  const recorded = recordedEvent(state, task, { name: outcome.name, itemIds, placed }, data);
  if (isClosed) return [...withdrawn, ...claimedFirst(task, data), ...placed, recorded, completed(data)];
  return [...withdrawn, ...claimedFirst(task, data), ...completingEmptied(state, [...placed, recorded], data)];
}

function requireOutcome(task: TaskName, name: OutcomeName): Outcome {
  const outcome = outcomesOf(task).find((candidate) => candidate.name === name);
  if (!outcome) throw new DomainError('item-task/not-an-outcome', `This is not an outcome of ${task}.`);
  return outcome;
}

function orderedBy(
  { asksOrderId }: Outcome,
  itemIds: readonly number[],
  { referralId, orderId, externalItems = [], at }: RecordOutcome['data'],
): Decision {
  const isOrder = orderId !== null || externalItems.length > 0;
  if (!asksOrderId && isOrder)
    throw new DomainError('item-task/not-an-order', 'This outcome places no order, and takes no ids of one.');
  if (!asksOrderId) return [];
  if (orderId === null) throw new DomainError('item-task/order-id-required', 'Order ID is required.');
  if (!isOrderId(orderId)) throw new DomainError('item-task/no-order-id', 'An order ID has a letter or a digit.');
  const unknown = externalItems.find(({ itemId }) => !itemIds.includes(itemId));
  if (unknown)
    throw new DomainError('item-task/not-ordered', `Item ${unknown.itemId} is not one of those that were ordered.`);
  const external = externalItems.length > 0 && { externalItems };
  return [{ type: 'ItemsOrdered', data: { referralId, itemIds, orderId, ...external, orderedAt: at } }];
}

function leaveBy(
  state: ItemTaskState,
  to: Destination,
  itemIds: readonly number[],
  data: RecordOutcome['data'],
): Decision {
  if (to === 'closed') return [];
  if ('stop' in to) {
    const { referralId, taskId, reason = to.stop, at } = data;
    return [{ type: 'ItemsStopped', data: { referralId, taskId, itemIds, reason, stoppedAt: at } }];
  }
  const taskOf = (itemId: number) => destinationOf(to, data.order, itemId);
  const names = [...new Set(itemIds.map(taskOf))];
  return names.reduce<Decision>((events, name) => {
    const going = itemIds.filter((itemId) => taskOf(itemId) === name);
    return [...events, ...placeItems(events.reduce(evolveItemTasks, state), going, name, data)];
  }, []);
}

/** A person who records an outcome of a task without a holder claims it first, so that the log and the Completed queue show who did it. */
function claimedFirst({ assignee }: TaskFacts, { referralId, taskId, by }: OutcomeData): Decision {
  return assignee ? [] : [{ type: 'TaskClaimed', data: { referralId, taskId, assignee: by } }];
}

const completed = ({ referralId, taskId, at }: OutcomeData): ItemTaskEvent => ({
  type: 'TaskCompleted',
  data: { referralId, taskId, completedAt: at },
});

interface OutcomeFields {
  readonly name: RecordedName;
  readonly itemIds: readonly number[];
  /** The events that move the items as a consequence of the outcome. */
  readonly placed: Decision;
}

function recordedEvent(
  state: ItemTaskState,
  { task, assignee }: TaskFacts,
  { name, itemIds, placed }: OutcomeFields,
  data: OutcomeData & { readonly method?: ContactMethod | null },
): OutcomeRecorded | ContactAttempted {
  const { referralId, taskId, note, by, at } = data;
  const outcomeId = `${referralId}-${state.outcomes.length + 1}`;
  const recorded = {
    referralId,
    outcomeId,
    taskId,
    task,
    outcome: name,
    itemIds,
    note,
    by,
    wasUnassigned: assignee === null,
    recordedAt: at,
  };
  const party = taskRow(task).contact;
  if (!party || name === MOVED) return { type: 'OutcomeRecorded', data: recorded };
  const earlier = state.outcomes.filter((outcome) => outcome.party === party && outcome.status !== 'undone');
  const next = placed.reduce(evolveItemTasks, state);
  const nextTaskId = next.items.find(({ itemId, status }) => itemId === itemIds[0] && status === 'in-task')?.taskId;
  const attempt = {
    party,
    number: earlier.length + 1,
    method: data.method ?? USUAL_METHOD[party],
    nextDueAt: next.tasks.find((candidate) => candidate.taskId === nextTaskId)?.dueAt ?? null,
  };
  return { type: 'ContactAttempted', data: { ...recorded, ...attempt } };
}

/** Does nothing when the items are in such a task already. Rejects with `item-task/other-work` and `item-task/put-on-hold`. */
function moveItems(state: ItemTaskState, data: MoveItems['data']): Decision {
  const task = openTask(state, data.taskId);
  requireNotHeldByAnother(task, data.by);
  requireSeenHold(task, data.seen);
  requireSameWork(task, data.task);
  const itemIds = requireInTask(state, data.taskId, data.itemIds);
  if (task.task === data.task || itemIds.length === 0) return [];
  const placed = placeItems(state, itemIds, data.task, data);
  const recorded = recordedEvent(state, task, { name: MOVED, itemIds, placed }, data);
  const isEmptied = itemIds.length === itemsIn(state, data.taskId).length;
  return [...(isEmptied ? claimedFirst(task, data) : []), ...completingEmptied(state, [...placed, recorded], data)];
}

export type OutcomeCommand = RecordOutcome | MoveItems;

export const OUTCOME_VERBS: Verbs<OutcomeCommand> = {
  RecordOutcome: { decide: recordOutcome, valuesOf: standingOutcomesOf },
  MoveItems: { decide: moveItems, valuesOf: placesOf },
};
