import type { Command } from '../../kernel/decider.js';
import { FIRST_TASK, type TaskName } from '../catalogue/task-catalogue.js';
import {
  type Moment,
  openTask,
  perTask,
  requireAtWork,
  requireNotHeldByAnother,
  requireSameWork,
  sendItems,
  taskOpened,
  type Verbs,
} from '../item-task-rules.js';
import type { Assignee, ItemTaskEvent } from '../item-task.events.js';
import type { ItemTaskState } from '../item-task.js';

/* Tasks that begin other than by an outcome, and their due day. */

/** Begins the work on a submitted referral. Does nothing if it has begun, because the policy that sends it may run twice. */
export type OpenFirstTask = Command<
  'OpenFirstTask',
  Moment & { readonly referralId: string; readonly itemIds: readonly number[] }
>;

/** Moves items, from whichever open tasks they are in, to a task of this name. Rejected when another person holds one of those tasks. */
export type OpenTask = Command<
  'OpenTask',
  Moment & {
    readonly referralId: string;
    readonly itemIds: readonly number[];
    readonly task: TaskName;
    readonly by: Assignee;
  }
>;

/** Sent by a timer: it may arrive late, twice, or for a task that is completed. */
export type FireDueDay = Command<
  'FireDueDay',
  { readonly referralId: string; readonly taskId: string; readonly at: string }
>;

type Decision = readonly ItemTaskEvent[];

function openFirst(state: ItemTaskState, data: OpenFirstTask['data']): Decision {
  const begun = state.tasks.length > 0;
  return begun || data.itemIds.length === 0 ? [] : [taskOpened(state, data.itemIds, FIRST_TASK, data)];
}

function open(state: ItemTaskState, data: OpenTask['data']): Decision {
  const elsewhere = perTask(state, requireAtWork(state, data.itemIds))
    .map(({ taskId, itemIds }) => ({ task: openTask(state, taskId), itemIds }))
    .filter(({ task }) => task.task !== data.task);
  for (const { task } of elsewhere) {
    requireSameWork(task, data.task);
    requireNotHeldByAnother(task, data.by);
  }
  const leaving = elsewhere.flatMap(({ itemIds }) => itemIds);
  return sendItems(state, leaving, data.task, data);
}

function fireDueDay(state: ItemTaskState, { referralId, taskId, at }: FireDueDay['data']): Decision {
  const task = state.tasks.find((candidate) => candidate.taskId === taskId);
  if (!task || task.completedAt !== null || task.fellDue || task.dueAt === null) return [];
  if (Date.parse(at) < Date.parse(task.dueAt)) return [];
  return [{ type: 'TaskFellDue', data: { referralId, taskId, dueAt: task.dueAt } }];
}

/** The place of each item, by its id. */
export const placesOf = ({ items, tasks }: ItemTaskState): Readonly<Record<string, string>> =>
  Object.fromEntries(
    items.map(({ itemId, status, taskId }) => [
      itemId,
      `${status}, ${tasks.find((task) => task.taskId === taskId)?.task}`,
    ]),
  );

export type OpenCommand = OpenFirstTask | OpenTask | FireDueDay;

export const OPEN_VERBS: Verbs<OpenCommand> = {
  OpenFirstTask: { decide: openFirst },
  OpenTask: { decide: open, valuesOf: placesOf },
  FireDueDay: { decide: fireDueDay },
};
