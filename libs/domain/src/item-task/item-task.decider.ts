import { type Command, type Decider, unreachable } from '../kernel/decider.js';
import { isRecertificationId } from '../kernel/terms.js';
import {
  assign,
  type AssignTask,
  claim,
  type ClaimTask,
  handOn,
  type HandOnTask,
  holderOf,
  release,
  type ReleaseTask,
} from './acts/claim-task.js';
import {
  endHold,
  type EndHold,
  putOnHold,
  type PutTaskOnHold,
  seenValuesOf,
  resume,
  type ResumeTask,
} from './acts/hold-task.js';
import {
  type Moment,
  openTask,
  perTask,
  requireAtWork,
  requireNotHeldByAnother,
  requireSameWork,
  sendItems,
  taskOpened,
} from './item-task-rules.js';
import type { Assignee, ItemTaskEvent } from './item-task.events.js';
import { evolveItemTasks as evolve, type ItemTaskState, NO_TASKS } from './item-task.js';
import {
  correctableFacts,
  correctRecertification,
  type CorrectRecertification,
  openRecertification,
  type OpenRecertification,
  standingOf,
} from './recertification.js';
import { type MoveItems, moveItems, type RecordOutcome, recordOutcome } from './acts/record-outcome.js';
import { type UndoOutcome, undoOutcome } from './acts/undo-outcome.js';
import {
  cancel,
  type CancelItems,
  stop,
  type StopItems,
  stopsOf,
  turnDown,
  type TurnDownItems,
  unstop,
  type UnstopItems,
} from './acts/stop-items.js';
import { stopListed, type StopListedItems } from './acts/stop-listed-items.js';
import { FIRST_TASK, type TaskName } from './catalogue/task-catalogue.js';
import { enter, type EnterItems, withdraw, type WithdrawItems } from './acts/withdraw-items.js';

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

export type ItemTaskCommand =
  | OpenFirstTask
  | OpenTask
  | ClaimTask
  | ReleaseTask
  | AssignTask
  | HandOnTask
  | RecordOutcome
  | MoveItems
  | UndoOutcome
  | StopItems
  | StopListedItems
  | UnstopItems
  | CancelItems
  | TurnDownItems
  | FireDueDay
  | PutTaskOnHold
  | ResumeTask
  | EndHold
  | EnterItems
  | WithdrawItems
  | OpenRecertification
  | CorrectRecertification;

/**
 * The work on one referral's items. Stream `itemTask-{referralId}`.
 *
 * Within one decision, items enter their next place before the task that they leave is completed, so that no reader of the log ever sees an
 * item without a place. No decision leaves a task open without items.
 */
export const itemTaskDecider: Decider<ItemTaskState, ItemTaskCommand, ItemTaskEvent> = {
  category: 'itemTask',
  initialState: NO_TASKS,
  evolve,
  valuesOf: (state, command) => {
    switch (command.type) {
      case 'PutTaskOnHold':
      case 'ResumeTask':
        return seenValuesOf(state, command);
      case 'StopItems':
      case 'UnstopItems':
      case 'CancelItems':
        return stopsOf(state, command.data.itemIds);
      case 'StopListedItems':
        return stopsOf(
          state,
          command.data.items.map(({ itemId }) => itemId),
        );
      case 'ClaimTask':
      case 'ReleaseTask':
      case 'AssignTask':
        return holderOf(state, command.data);
      case 'OpenTask':
      case 'MoveItems':
        return placesOf(state);
      case 'RecordOutcome':
      case 'UndoOutcome':
        return standingOutcomesOf(state);
      case 'OpenRecertification':
        return standingOf(state);
      case 'CorrectRecertification':
        return correctableFacts(state);
      default:
        return {};
    }
  },
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
      case 'HandOnTask':
        return handOn(state, command.data);
      case 'RecordOutcome':
        return recordOutcome(state, command.data);
      case 'MoveItems':
        return moveItems(state, command.data);
      case 'UndoOutcome':
        return undoOutcome(state, command.data);
      case 'StopItems':
        return stop(state, command.data);
      case 'StopListedItems':
        return stopListed(state, command.data);
      case 'UnstopItems':
        return unstop(state, command.data);
      case 'CancelItems':
        return cancel(state, command.data);
      case 'TurnDownItems':
        return turnDown(state, command.data);
      case 'FireDueDay':
        return fireDueDay(state, command.data);
      case 'PutTaskOnHold':
        return putOnHold(state, command.data);
      case 'ResumeTask':
        return resume(state, command.data);
      case 'EndHold':
        return endHold(state, command.data);
      case 'EnterItems':
        return enter(state, command.data);
      case 'WithdrawItems':
        return withdraw(state, command.data);
      case 'OpenRecertification':
        return openRecertification(state, command.data);
      case 'CorrectRecertification':
        return correctRecertification(state, command.data);
      default:
        return unreachable(command);
    }
  },
};

/** The place of each item, by its id. */
const placesOf = ({ items, tasks }: ItemTaskState): Readonly<Record<string, string>> =>
  Object.fromEntries(
    items.map(({ itemId, status, taskId }) => [
      itemId,
      `${status}, ${tasks.find((task) => task.taskId === taskId)?.task}`,
    ]),
  );

/** The outcomes that were not undone, by id. An outcome stands although the work has gone on since. */
const standingOutcomesOf = ({ outcomes }: ItemTaskState): Readonly<Record<string, boolean>> =>
  Object.fromEntries(outcomes.map(({ outcomeId, status }) => [outcomeId, status !== 'undone']));

/** The work on one recertification. Stream `recertification-{id}`: consumers that follow referrals do not read it. */
export const recertificationDecider: typeof itemTaskDecider = { ...itemTaskDecider, category: 'recertification' };

/** The decider for the id of a referral or of a recertification. */
export const taskDeciderOf = (caseId: string) =>
  isRecertificationId(caseId) ? recertificationDecider : itemTaskDecider;

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
