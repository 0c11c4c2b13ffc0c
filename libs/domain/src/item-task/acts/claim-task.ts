import type { Command } from '../../kernel/decider.js';
import { requireAsSeen } from '../../kernel/meanwhile.js';
import { requireSeenHold, type SeesHold } from './hold-task.js';
import { openTask, requireNotHeldByAnother, type Verbs } from '../item-task-rules.js';
import type { Assignee, ItemTaskEvent } from '../item-task.events.js';
import type { ItemTaskState } from '../item-task.js';

/* Who holds a task: claiming, releasing and assigning it. */

/** Claims a task that has no holder. */
export type ClaimTask = Command<
  'ClaimTask',
  { readonly referralId: string; readonly taskId: string; readonly by: Assignee }
>;

/** Releases a task that the person holds. */
export type ReleaseTask = Command<
  'ReleaseTask',
  { readonly referralId: string; readonly taskId: string; readonly by: Assignee }
>;

/** Assigns a task to a person, even if another person holds it, provided that the author saw that holder. */
export type AssignTask = Command<
  'AssignTask',
  {
    readonly referralId: string;
    readonly taskId: string;
    readonly assignee: Assignee;
    /** Absent: the task is taken from whoever holds it. */
    readonly seen?: (SeenHolder & SeesHold) | undefined;
  }
>;

interface SeenHolder {
  /** User id. Null: nobody. */
  readonly assignee: string | null;
}

/** Moves a task of somebody who no longer works tasks to a colleague, or to the queue (null). Does nothing if they no longer hold it. */
export type HandOnTask = Command<
  'HandOnTask',
  {
    readonly referralId: string;
    readonly taskId: string;
    /** User id of the previous holder. */
    readonly from: string;
    readonly to: Assignee | null;
  }
>;

function claim(state: ItemTaskState, { referralId, taskId, by }: ClaimTask['data']): readonly ItemTaskEvent[] {
  const task = openTask(state, taskId);
  requireNotHeldByAnother(task, by);
  return task.assignee ? [] : [{ type: 'TaskClaimed', data: { referralId, taskId, assignee: by } }];
}

function release(state: ItemTaskState, { referralId, taskId, by }: ReleaseTask['data']): readonly ItemTaskEvent[] {
  const task = openTask(state, taskId);
  requireNotHeldByAnother(task, by);
  return task.assignee ? [{ type: 'TaskReleased', data: { referralId, taskId } }] : [];
}

const holderOf = ({ tasks }: ItemTaskState, { taskId }: Pick<AssignTask['data'], 'taskId'>): SeenHolder => ({
  assignee: tasks.find((task) => task.taskId === taskId)?.assignee?.userId ?? null,
});

/**
 * Rejects with `item-task/changed-meanwhile` if it was claimed, assigned or released since the author looked, and with
 * `item-task/put-on-hold`.
 */
function assign(
  state: ItemTaskState,
  { referralId, taskId, assignee, seen }: AssignTask['data'],
): readonly ItemTaskEvent[] {
  const task = openTask(state, taskId);
  const holder = task.assignee;
  if (holder?.userId === assignee.userId) return [];
  if (seen) requireAsSeen<SeenHolder>('item-task', { now: { assignee: holder?.userId ?? null }, seen });
  requireSeenHold(task, seen);
  return [{ type: 'TaskAssigned', data: { referralId, taskId, assignee } }];
}

function handOn(
  { tasks }: ItemTaskState,
  { referralId, taskId, from, to }: HandOnTask['data'],
): readonly ItemTaskEvent[] {
  const task = tasks.find((candidate) => candidate.taskId === taskId);
  if (!task || task.completedAt !== null || task.assignee?.userId !== from) return [];
  if (to === null) return [{ type: 'TaskReleased', data: { referralId, taskId } }];
  return [{ type: 'TaskAssigned', data: { referralId, taskId, assignee: to } }];
}

export type ClaimCommand = ClaimTask | ReleaseTask | AssignTask | HandOnTask;

export const CLAIM_VERBS: Verbs<ClaimCommand> = {
  ClaimTask: { decide: claim, valuesOf: holderOf },
  ReleaseTask: { decide: release, valuesOf: holderOf },
  AssignTask: { decide: assign, valuesOf: holderOf },
  HandOnTask: { decide: handOn },
};
