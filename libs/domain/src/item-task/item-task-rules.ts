import { valueInWords } from '../kernel/changes-in-words.js';
import { type Command, DomainError } from '../kernel/decider.js';
import { Forestalled } from '../kernel/forestalled.js';
import { dueAt } from './catalogue/due-day.js';
import { becameOtherwise, isOfItem, isOfTask, isWithdrawalOf, removedWords, whyNotIn } from './acts/item-refusals.js';
import type { Assignee, ItemTaskEvent, TaskOpened } from './item-task.events.js';
import { evolveItemTasks, itemsIn, type ItemTaskState, type PlacedItem, type TaskFacts } from './item-task.js';
import { type TaskName, taskRow, workOf } from './catalogue/task-catalogue.js';

/** What a command of tasks does. `valuesOf` is that of the decider; a command without it says nothing that its author saw. */
interface Verb<Data> {
  readonly decide: (state: ItemTaskState, data: Data) => readonly ItemTaskEvent[];
  readonly valuesOf?: (state: ItemTaskState, data: Data) => object;
}

/** The verb of each command, by its type. */
export type Verbs<Commands extends Command> = {
  readonly [OneCommand in Commands as OneCommand['type']]: Verb<OneCommand['data']>;
};

/** The facts about time that opening a task needs. */
export interface Moment {
  /** When the command is decided, ISO 8601. */
  readonly at: string;
  /** Milliseconds of a "day" where `TASK_DAY_MS` shortens it; null: calendar days in America/Chicago. */
  readonly dayMs: number | null;
}

/** Rejects with `item-task/unknown-task` and `item-task/already-completed`. */
export function openTask(state: ItemTaskState, taskId: string): TaskFacts {
  const task = state.tasks.find((candidate) => candidate.taskId === taskId);
  if (!task) throw new DomainError('item-task/unknown-task', 'There is no such task.');
  if (task.completedAt !== null) {
    const end = endOf(state, task);
    throw new Forestalled(
      'item-task/already-completed',
      (change) => (change ? `${change.who} ${end.byWhom} on ${change.when}${end.why}.` : end.words),
      end.isIt,
    );
  }
  return task;
}

/** How a completed task ended: a task is also completed by the stop of its last items, which may have been canceled since. */
function endOf({ items, outcomes }: ItemTaskState, { taskId, completedAt }: TaskFacts) {
  const hasOutcome = outcomes.some((outcome) => outcome.taskId === taskId && outcome.status !== 'undone');
  const last = items.find(
    (item) =>
      item.taskId === taskId &&
      (item.status === 'stopped' ? item.stoppedAt === completedAt : item.status === 'canceled' && !hasOutcome),
  );
  if (last === undefined)
    return {
      byWhom: 'completed this task',
      why: '',
      words: 'This task has been completed already.',
      isIt: isOfTask(taskId, 'TaskCompleted'),
    };
  const { status, itemId, reason } = last;
  return {
    byWhom: `${status} the items of this task`,
    why: reason === undefined ? '' : `, for ${valueInWords(reason, 'reason')}`,
    words: `The items of this task have been ${status}.`,
    isIt: isOfItem(itemId),
  };
}

/** Rejects with `item-task/claimed-by-another`. */
export function requireNotHeldByAnother({ taskId, assignee }: TaskFacts, by: Assignee): void {
  if (assignee === null || assignee.userId === by.userId) return;
  throw new Forestalled(
    'item-task/claimed-by-another',
    (change) => {
      const holder = change
        ? `${assignee.name} has had this task since ${change.when}.`
        : 'Another person has claimed this task.';
      return `${holder} Ask them to release it, or assign it to yourself.`;
    },
    isOfTask(taskId, 'TaskClaimed', 'TaskAssigned'),
  );
}

/** Rejects with `item-task/other-work`. */
export function requireSameWork(from: TaskFacts, to: TaskName): void {
  if (workOf(from.task) !== workOf(to)) {
    throw new DomainError('item-task/other-work', `No work goes from ${from.task} to ${to}.`);
  }
}

/** The items without repetition. Rejects with `item-task/unknown-item`. */
export function knownItems(state: ItemTaskState, itemIds: readonly number[]): readonly PlacedItem[] {
  return [...new Set(itemIds)].map((itemId) => {
    const item = state.items.find((candidate) => candidate.itemId === itemId);
    if (!item) throw new Forestalled('item-task/unknown-item', removedWords(itemId, 'at work'), isWithdrawalOf(itemId));
    return item;
  });
}

/**
 * The items without repetition. Rejects with `item-task/unknown-item` and, when one is stopped, canceled or delivered,
 * `item-task/not-at-work`.
 */
export function requireAtWork(state: ItemTaskState, itemIds: readonly number[]): readonly number[] {
  return knownItems(state, itemIds).map((item) => {
    if (item.status !== 'in-task') throw becameOtherwise('item-task/not-at-work', item);
    return item.itemId;
  });
}

/** The items without repetition. Rejects with `item-task/not-in-task`. */
export function requireInTask(state: ItemTaskState, taskId: string, itemIds: readonly number[]): readonly number[] {
  const inTask = itemsIn(state, taskId);
  const absent = itemIds.find((itemId) => !inTask.includes(itemId));
  if (absent !== undefined) {
    const { words, isIt } = whyNotIn(state, taskId, absent);
    throw new Forestalled('item-task/not-in-task', words, isIt);
  }
  return [...new Set(itemIds)];
}

/** The fields that all events of one decision share. */
export type Circumstances = Moment & { readonly referralId: string };

/** Moves items to the open task of that name, or to a new one. A task that the last item leaves is completed. */
export function sendItems(
  state: ItemTaskState,
  itemIds: readonly number[],
  to: TaskName,
  circumstances: Circumstances,
): readonly ItemTaskEvent[] {
  return completingEmptied(state, placeItems(state, itemIds, to, circumstances), circumstances);
}

/** Like `sendItems`, but completes no task. */
export function placeItems(
  state: ItemTaskState,
  itemIds: readonly number[],
  to: TaskName,
  circumstances: Circumstances,
): readonly ItemTaskEvent[] {
  if (itemIds.length === 0) return [];
  const { referralId, at } = circumstances;
  const waiting = openTaskNamed(state, to);
  if (!waiting) return [taskOpened(state, itemIds, to, circumstances)];
  return perTask(state, itemIds).map((leaving) => ({
    type: 'ItemsMovedToTask',
    data: {
      referralId,
      fromTaskId: leaving.taskId,
      toTaskId: waiting.taskId,
      itemIds: leaving.itemIds,
      movedAt: at,
    },
  }));
}

/** The open task of that name: there is at most one. */
export const openTaskNamed = ({ tasks }: ItemTaskState, name: TaskName): TaskFacts | undefined =>
  tasks.find((task) => task.completedAt === null && task.task === name);

export function taskOpened(
  { tasks }: ItemTaskState,
  itemIds: readonly number[],
  task: TaskName,
  { referralId, at, dayMs }: Circumstances,
): TaskOpened {
  const { dueDays } = taskRow(task);
  return {
    type: 'TaskOpened',
    data: {
      referralId,
      taskId: `${referralId}-${tasks.length + 1}`,
      task,
      itemIds,
      openedAt: at,
      dueAt: dueDays === null ? null : dueAt({ openedAt: at, dueDays, dayMs }),
    },
  };
}

/** Groups items by the task that they are in, or were in last, in the order in which the tasks were opened. */
export function perTask({ tasks, items }: ItemTaskState, itemIds: readonly number[]) {
  return tasks
    .map(({ taskId }) => ({
      taskId,
      itemIds: items.filter((item) => item.taskId === taskId && itemIds.includes(item.itemId)).map(idOf),
    }))
    .filter((leaving) => leaving.itemIds.length > 0);
}

const idOf = ({ itemId }: PlacedItem): number => itemId;

/** Adds to these events the completion of every open task that they leave without items. */
export function completingEmptied(
  state: ItemTaskState,
  events: readonly ItemTaskEvent[],
  { referralId, at }: Omit<Circumstances, 'dayMs'>,
): readonly ItemTaskEvent[] {
  const after = events.reduce(evolveItemTasks, state);
  const emptied = after.tasks.filter(
    ({ taskId, completedAt }) => completedAt === null && itemsIn(after, taskId).length === 0,
  );
  return [
    ...events,
    ...emptied.map(({ taskId }): ItemTaskEvent => ({
      type: 'TaskCompleted',
      data: { referralId, taskId, completedAt: at },
    })),
  ];
}
