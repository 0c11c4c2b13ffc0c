import {
  type Department,
  FIRST_TASK,
  SELECTION_TASK,
  stepLabelsOf,
  STEPS,
  STOPPED_STEPS,
  TASK_CATALOGUE,
  type TaskName,
  taskRow,
} from './task-catalogue.js';

/** A task in the history of an item. 'Stopped' is not work, so it has no department. */
export interface TaskOfItem {
  readonly id: string;
  readonly name: TaskName | 'Stopped';
  readonly department: Department | null;
}

/** Where an item is (ordering specification, section 3, Item). */
export interface CurrentTask extends TaskOfItem {
  /** When the item was delivered or, if its task is 'Stopped', canceled. Null while work on the item can go on. */
  readonly completedDate: string | null;
}

/** The id of the task that stopped items of a referral are in; tasks with work are numbered from 1. */
export const stoppedTaskId = (referralId: string) => `${referralId}-0`;

/** The progress of an item; `currentTask` is null before its first task was opened. */
export interface TrackedItem {
  readonly id: number;
  readonly currentTask: CurrentTask | null;
  /** Removed from the order: it has no progress. */
  readonly deleted?: boolean;
}

const isOrdered = ({ deleted }: TrackedItem) => !deleted;

export interface Step {
  readonly label: string;
  /** `skipped`: before the current one, and none of the items was in a task of it. */
  readonly status: 'done' | 'skipped' | 'current' | 'waiting';
}

/** A task, and the items that are or were in it. */
export interface TaskWithItems {
  readonly task: TaskName;
  readonly itemIds: readonly number[];
}

/** The progress of those items that are in one task. */
export interface Stepper {
  readonly itemIds: readonly number[];
  /** The task that a click on the step opens; null where there is no open task. */
  readonly taskId: string | null;
  readonly steps: readonly Step[];
  /** The current task's name. */
  readonly task: TaskName | 'Stopped';
  /** The label under the active step; null if it would only repeat the name of the step. */
  readonly label: string | null;
  readonly stopped: boolean;
}

/**
 * One stepper per group of items in the same task, in the order of the items (ordering specification, section 2, Status tab). `tasks`: all
 * that were ever opened for the items, in any order.
 */
export function steppersOf(items: readonly TrackedItem[], tasks: readonly TaskWithItems[]): readonly Stepper[] {
  const groups = new Map<string, { readonly current: CurrentTask | null; readonly itemIds: number[] }>();
  for (const { id, currentTask: current } of items.filter(isOrdered)) {
    const key = `${current?.id} ${current?.completedDate}`;
    const group = groups.get(key) ?? { current, itemIds: [] };
    group.itemIds.push(id);
    groups.set(key, group);
  }
  const entrance = entranceOf(items);
  return [...groups.values()].map(({ current, itemIds }) => stepper(current, itemIds, { entrance, tasks }));
}

/** The task that an item will enter which is in none yet: for a moment after the submission, or after it was added. */
const entranceOf = (items: readonly TrackedItem[]): TaskName =>
  items.some(({ currentTask }) => currentTask !== null) ? SELECTION_TASK : FIRST_TASK;

interface Surroundings {
  readonly entrance: TaskName;
  readonly tasks: readonly TaskWithItems[];
}

function stepper(current: CurrentTask | null, itemIds: readonly number[], { entrance, tasks }: Surroundings): Stepper {
  const task = current?.name ?? entrance;
  const ended = current !== null && current.completedDate !== null;
  if (task === 'Stopped') {
    return { itemIds, taskId: null, steps: stepsAt(STOPPED_STEPS, ended ? 1 : 0), task, label: null, stopped: true };
  }
  const { step } = taskRow(task);
  const labels = stepLabelsOf(task);
  const isOfGroup = (itemId: number) => itemIds.includes(itemId);
  const wasIn = tasks.filter((one) => one.itemIds.some(isOfGroup)).map((one) => taskRow(one.task).step);
  const steps = stepsAt(labels, ended ? labels.length : step, [...wasIn, step]);
  const label = labels[step] === task ? null : task;
  return { itemIds, taskId: current?.id ?? null, steps, task, label, stopped: false };
}

/** An index past the last label means that no step is left. `wasIn`: the indexes of the steps that were done; absent: all before. */
const stepsAt = (labels: readonly string[], active: number, wasIn?: readonly number[]): readonly Step[] =>
  labels.map((label, index) => ({ label, status: statusOfStep(index, active, wasIn) }));

function statusOfStep(index: number, active: number, wasIn?: readonly number[]): Step['status'] {
  if (index > active) return 'waiting';
  if (index === active) return 'current';
  return wasIn === undefined || wasIn.includes(index) ? 'done' : 'skipped';
}

/** The step of an item in this task, in the words of the stepper. */
export const stepOfItem = ({ name, completedDate }: CurrentTask): string =>
  name === 'Stopped' ? STOPPED_STEPS[completedDate === null ? 0 : 1] : STEPS[taskRow(name).step];

export const MULTIPLE_STATUSES = 'Multiple Statuses';

/** All statuses that lists can show for a referral or for one of its items. */
export const REFERRAL_STATUSES: readonly string[] = [
  ...new Set(TASK_CATALOGUE.map((row) => row.status)),
  ...STOPPED_STEPS,
  MULTIPLE_STATUSES,
];

/** The statuses that lists show for these items, without repetition. */
export function statusesOf(items: readonly TrackedItem[]): readonly string[] {
  const entrance = entranceOf(items);
  return [...new Set(items.filter(isOrdered).map((item) => statusOfItem(item, entrance)))];
}

/** The status that lists show for a referral: the one that all its items share, or 'Multiple Statuses'. */
export function statusOf(items: readonly TrackedItem[]): string {
  const [first = MULTIPLE_STATUSES, ...others] = statusesOf(items);
  return others.length === 0 ? first : MULTIPLE_STATUSES;
}

function statusOfItem({ currentTask }: TrackedItem, entrance: TaskName): string {
  if (currentTask?.name !== 'Stopped') return taskRow(currentTask?.name ?? entrance).status;
  return currentTask.completedDate === null ? 'Stopped' : 'Canceled';
}
