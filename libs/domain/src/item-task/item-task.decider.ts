import { type Decider, DomainError, unreachable } from '../kernel/decider.js';
import {
  knownItems,
  openTask,
  requireAtWork,
  requireEveryItemSent,
  requireInTask,
  requireNotHeldByAnother,
} from './item-task-rules.js';
import { evolve, type ItemTaskState, NO_TASKS } from './item-task.js';
import type * as Ask from './item-task.commands.js';
import type { ItemTaskEvent } from './item-task.events.js';
import { completingEmptied, perTask, sendItems, taskOpened } from './send-items.js';
import { FIRST_TASK, LAST_TASK } from './task-catalogue.js';

/**
 * The work on one referral's items. Stream `itemTask-{referralId}`.
 *
 * Within one decision items enter their next place before the task that they leave is completed, so that no reader of the log
 * ever sees an item in no place; and no decision leaves a task open without items.
 */
export const itemTaskDecider: Decider<ItemTaskState, Ask.ItemTaskCommand, ItemTaskEvent> = {
  category: 'itemTask',
  initialState: NO_TASKS,
  evolve,
  decide: (state, command) => {
    switch (command.type) {
      case 'OpenFirstTask':
        return openFirst(state, command.data);
      case 'OpenTask':
        return open(state, command.data);
      case 'ClaimTask':
        return claim(state, command.data);
      case 'ReleaseTask':
        return release(state, command.data);
      case 'AssignTask':
        return assign(state, command.data);
      case 'CompleteTask':
        return complete(state, command.data);
      case 'MoveItems':
        return move(state, command.data);
      case 'StopItems':
        return stop(state, command.data);
      case 'CancelItems':
        return cancel(state, command.data);
      case 'TurnDownItems':
        return turnDown(state, command.data);
      case 'FireDueDay':
        return fireDueDay(state, command.data);
      default:
        return unreachable(command);
    }
  },
};

type Decision = readonly ItemTaskEvent[];

function openFirst(state: ItemTaskState, data: Ask.OpenFirstTask['data']): Decision {
  const begun = state.tasks.length > 0;
  return begun || data.itemIds.length === 0 ? [] : [taskOpened(state, data.itemIds, FIRST_TASK, data)];
}

function open(state: ItemTaskState, data: Ask.OpenTask['data']): Decision {
  const elsewhere = perTask(state, requireAtWork(state, data.itemIds))
    .map(({ taskId, itemIds }) => ({ task: openTask(state, taskId), itemIds }))
    .filter(({ task }) => task.task !== data.task);
  for (const { task } of elsewhere) requireNotHeldByAnother(task, data.by);
  const leaving = elsewhere.flatMap(({ itemIds }) => itemIds);
  return sendItems(state, leaving, data.task, data);
}

function claim(state: ItemTaskState, { referralId, taskId, by }: Ask.ClaimTask['data']): Decision {
  const task = openTask(state, taskId);
  requireNotHeldByAnother(task, by);
  return task.assignee ? [] : [{ type: 'TaskClaimed', data: { referralId, taskId, assignee: by } }];
}

function release(state: ItemTaskState, { referralId, taskId, by }: Ask.ReleaseTask['data']): Decision {
  const task = openTask(state, taskId);
  requireNotHeldByAnother(task, by);
  return task.assignee ? [{ type: 'TaskReleased', data: { referralId, taskId } }] : [];
}

function assign(state: ItemTaskState, { referralId, taskId, assignee }: Ask.AssignTask['data']): Decision {
  const holder = openTask(state, taskId).assignee;
  if (holder?.userId === assignee.userId) return [];
  return [{ type: 'TaskAssigned', data: { referralId, taskId, assignee } }];
}

/** Completing a task without a holder claims it first, so that the log and the Completed queue show who did it. */
function complete(state: ItemTaskState, data: Ask.CompleteTask['data']): Decision {
  const { referralId, taskId, moves, at } = data;
  const task = openTask(state, taskId);
  const claimed = claim(state, data);
  if (task.task === LAST_TASK && moves.length === 0) {
    return [...claimed, { type: 'TaskCompleted', data: { referralId, taskId, completedAt: at } }];
  }
  requireEveryItemSent(state, task, moves);
  return moves.reduce<Decision>(
    (events, next) => [...events, ...sendItems(events.reduce(evolve, state), next.itemIds, next.task, data)],
    claimed,
  );
}

function move(state: ItemTaskState, data: Ask.MoveItems['data']): Decision {
  const task = openTask(state, data.taskId);
  requireNotHeldByAnother(task, data.by);
  const leaving = requireInTask(state, data.taskId, data.itemIds);
  return task.task === data.task ? [] : sendItems(state, leaving, data.task, data);
}

/** Items that are stopped already keep their first reason. */
function stop(state: ItemTaskState, { referralId, taskId, itemIds, reason, at }: Ask.StopItems['data']): Decision {
  if (taskId !== undefined) {
    openTask(state, taskId);
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

/** Rejects with `item-task/not-stopped`: items in progress must be stopped first, with a reason. */
function cancel(state: ItemTaskState, { referralId, itemIds, at }: Ask.CancelItems['data']): Decision {
  const open = knownItems(state, itemIds).filter(({ status }) => status !== 'canceled');
  if (open.some(({ status }) => status !== 'stopped')) {
    throw new DomainError('item-task/not-stopped', 'Only stopped items can be canceled. Stop them first.');
  }
  if (open.length === 0) return [];
  return [{ type: 'ItemsCanceled', data: { referralId, itemIds: idsOf(open), canceledAt: at } }];
}

/** Items that were stopped before keep their reason. */
function turnDown(state: ItemTaskState, { referralId, reason, at }: Ask.TurnDownItems['data']): Decision {
  const open = state.items.filter(({ status }) => status === 'in-task' || status === 'stopped');
  const stopped = stop(state, { referralId, itemIds: idsOf(open), reason, at });
  return [...stopped, ...cancel(stopped.reduce(evolve, state), { referralId, itemIds: idsOf(open), at })];
}

function fireDueDay(state: ItemTaskState, { referralId, taskId, at }: Ask.FireDueDay['data']): Decision {
  const task = state.tasks.find((candidate) => candidate.taskId === taskId);
  if (task?.status !== 'open' || task.fellDue || task.dueAt === null) return [];
  if (Date.parse(at) < Date.parse(task.dueAt)) return [];
  return [{ type: 'TaskFellDue', data: { referralId, taskId, dueAt: task.dueAt } }];
}

const idsOf = (items: readonly { readonly itemId: number }[]) => items.map(({ itemId }) => itemId);
