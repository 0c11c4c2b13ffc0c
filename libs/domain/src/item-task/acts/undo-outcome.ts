import { byWhom } from '../../kernel/changes-in-words.js';
import { type Command, DomainError } from '../../kernel/decider.js';
import { Forestalled } from '../../kernel/forestalled.js';
import { isOfItem } from './item-refusals.js';
import { standingOutcomesOf } from './outcome-items.js';
import {
  type Circumstances,
  completingEmptied,
  type Moment,
  openTask,
  openTaskNamed,
  placeItems,
  requireNotHeldByAnother,
  taskOpened,
  type Verbs,
} from '../item-task-rules.js';
import type { Assignee, ItemTaskEvent } from '../item-task.events.js';
import { evolveItemTasks, type ItemTaskState, type OutcomeFacts, type TaskFacts } from '../item-task.js';

/** For how long an outcome can be undone by the person who recorded it. */
export const UNDO_WINDOW_MINUTES = 10;

/** Undoes an outcome: its items return to a task of the same name. */
export type UndoOutcome = Command<
  'UndoOutcome',
  Moment & { readonly referralId: string; readonly outcomeId: string; readonly by: Assignee }
>;

type Decision = readonly ItemTaskEvent[];

/**
 * Rejects with `item-task/unknown-outcome`, `item-task/not-your-outcome`, `item-task/undo-window-closed` and `item-task/moved-on`. Does
 * nothing if the outcome was undone already.
 */
function undoOutcome(state: ItemTaskState, data: UndoOutcome['data']): Decision {
  const { referralId, outcomeId, at } = data;
  const outcome = state.outcomes.find((candidate) => candidate.outcomeId === outcomeId);
  if (!outcome) throw new DomainError('item-task/unknown-outcome', 'There is no such outcome.');
  if (outcome.status === 'undone') return [];
  requireUndoable(state, outcome, data);
  const task = state.tasks.find(({ taskId }) => taskId === outcome.taskId);
  if (!task) throw new Error(`Task ${outcome.taskId} was never opened`);
  const returned = returnItems(state, outcome.itemIds, task, data);
  const undone: ItemTaskEvent = {
    type: 'OutcomeUndone',
    data: {
      referralId,
      outcomeId,
      taskId: task.taskId,
      outcome: outcome.outcome,
      itemIds: outcome.itemIds,
      undoneAt: at,
    },
  };
  const again = openTaskNamed(returned.reduce(evolveItemTasks, state), task.task);
  const isNew = again !== undefined && !state.tasks.some(({ taskId }) => taskId === again.taskId);
  return completingEmptied(
    state,
    [...returned, ...(isNew ? asBefore(again.taskId, task, outcome, data) : []), undone],
    data,
  );
}

/** A task that is opened again gets the holder and the hold of the original one, and is overdue at once if that one was. */
function asBefore(
  taskId: string,
  { onHold, dueAt, fellDue }: TaskFacts,
  { wasUnassigned }: OutcomeFacts,
  { referralId, at, by }: UndoOutcome['data'],
): Decision {
  const waits = onHold && Date.parse(onHold.resumesAt) > Date.parse(at);
  return [
    ...(wasUnassigned ? [] : [{ type: 'TaskClaimed', data: { referralId, taskId, assignee: by } } as const]),
    ...(fellDue && dueAt !== null ? [{ type: 'TaskFellDue', data: { referralId, taskId, dueAt } } as const] : []),
    ...(waits ? [{ type: 'TaskPutOnHold', data: { referralId, taskId, onHold, dueAt } } as const] : []),
  ];
}

function requireUndoable(state: ItemTaskState, outcome: OutcomeFacts, { at, by }: UndoOutcome['data']): void {
  if (outcome.userId !== by.userId) {
    throw new DomainError('item-task/not-your-outcome', 'Only the person who recorded it can undo it.');
  }
  if (Date.parse(at) - Date.parse(outcome.recordedAt) > UNDO_WINDOW_MINUTES * 60_000) {
    throw new DomainError(
      'item-task/undo-window-closed',
      `This can be undone for ${UNDO_WINDOW_MINUTES} minutes only. Move the items instead.`,
    );
  }
  if (outcome.status === 'moved-on') {
    throw new Forestalled(
      'item-task/moved-on',
      (change) =>
        `The work has gone on since${change ? `: by ${byWhom(change)} on ${change.when}` : ''}. Move the items instead.`,
      (event) => outcome.itemIds.some((itemId) => isOfItem(itemId)(event)),
    );
  }
  for (const { taskId, status } of state.items.filter(({ itemId }) => outcome.itemIds.includes(itemId))) {
    if (status === 'in-task') requireNotHeldByAnother(openTask(state, taskId), by);
  }
}

/** Returns items to the task of this name; a new task keeps the due day of the old one, and has waited for as long. */
function returnItems(
  state: ItemTaskState,
  itemIds: readonly number[],
  { task, dueAt, openedAt }: TaskFacts,
  circumstances: Circumstances,
): Decision {
  if (openTaskNamed(state, task)) return placeItems(state, itemIds, task, circumstances);
  const opened = taskOpened(state, itemIds, task, circumstances);
  const since = openedAt === circumstances.at ? undefined : openedAt;
  return [{ ...opened, data: { ...opened.data, dueAt, ...(since && { since }) } }];
}

export const UNDO_VERBS: Verbs<UndoOutcome> = { UndoOutcome: { decide: undoOutcome, valuesOf: standingOutcomesOf } };
