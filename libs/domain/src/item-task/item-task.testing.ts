import type { ItemTaskCommand } from './item-task.decider.js';
import type { Assignee, ItemTaskEvent } from './item-task.events.js';
import type { TaskName } from './catalogue/task-catalogue.js';
import type { OutcomeName, RecordedName } from './catalogue/task-outcomes.js';

/* Builders of the events and commands of one referral; a task is named by its number. */

const referralId = '1';
/** Noon in Chicago: due days end at 06:00 UTC. */
const at = '2026-11-20T18:00:00.000Z';
export const moment = { referralId, at, dayMs: null };
export const dana = { userId: 'u-dana', name: 'Dana Whitfield' };
export const minh = { userId: 'u-minh', name: 'Minh Tran' };

export const opened = (
  n: number,
  task: TaskName,
  itemIds: number[],
  dueAt = '2026-11-21T06:00:00.000Z',
): ItemTaskEvent => ({
  type: 'TaskOpened',
  data: { referralId, taskId: `1-${n}`, task, itemIds, openedAt: at, dueAt },
});
export const moved = (from: number, to: number, itemIds: number[]): ItemTaskEvent => ({
  type: 'ItemsMovedToTask',
  data: { referralId, fromTaskId: `1-${from}`, toTaskId: `1-${to}`, itemIds, movedAt: at },
});
export const completed = (n: number): ItemTaskEvent => ({
  type: 'TaskCompleted',
  data: { referralId, taskId: `1-${n}`, completedAt: at },
});
export const claimed = (n: number, assignee = dana): ItemTaskEvent => ({
  type: 'TaskClaimed',
  data: { referralId, taskId: `1-${n}`, assignee },
});
export const assigned = (n: number, assignee = dana): ItemTaskEvent => ({
  type: 'TaskAssigned',
  data: { referralId, taskId: `1-${n}`, assignee },
});
export const released = (n: number): ItemTaskEvent => ({
  type: 'TaskReleased',
  data: { referralId, taskId: `1-${n}` },
});
export const fellDue = (n: number): ItemTaskEvent => ({
  type: 'TaskFellDue',
  data: { referralId, taskId: `1-${n}`, dueAt: '2026-11-21T06:00:00.000Z' },
});
export const stopped = (n: number, itemIds: number[]): ItemTaskEvent => ({
  type: 'ItemsStopped',
  data: { referralId, taskId: `1-${n}`, itemIds, reason: 'Not covered', stoppedAt: at },
});
export const unstopped = (itemIds: number[]): ItemTaskEvent => ({
  type: 'ItemsUnstopped',
  data: { referralId, itemIds, reason: 'Covered after all', unstoppedAt: at },
});
export const canceled = (itemIds: number[]): ItemTaskEvent => ({
  type: 'ItemsCanceled',
  data: { referralId, itemIds, canceledAt: at },
});

export const openFirst = (...itemIds: number[]): ItemTaskCommand => ({
  type: 'OpenFirstTask',
  data: { ...moment, itemIds },
});
export const open = (task: TaskName, itemIds: number[], by = dana): ItemTaskCommand => ({
  type: 'OpenTask',
  data: { ...moment, task, itemIds, by },
});
export const claim = (n: number, by = dana): ItemTaskCommand => ({
  type: 'ClaimTask',
  data: { referralId, taskId: `1-${n}`, by },
});
export const release = (n: number, by = dana): ItemTaskCommand => ({
  type: 'ReleaseTask',
  data: { referralId, taskId: `1-${n}`, by },
});
export const assign = (n: number, assignee = dana): ItemTaskCommand => ({
  type: 'AssignTask',
  data: { referralId, taskId: `1-${n}`, assignee },
});
export const handOn = (n: number, from = dana, to: typeof dana | null = null): ItemTaskCommand => ({
  type: 'HandOnTask',
  data: { referralId, taskId: `1-${n}`, from: from.userId, to },
});
/** An order whose first item is a reward and needs no paperwork, and whose insurance requires authorization. */
const order = {
  insuranceType: { medicare: false, medicaid: true, commercial: false },
  items: [1, 2, 3].map((id) => ({ id, itemCategory: id === 1 ? 'Sensory Kits' : 'Incontinence' })),
};

type RecordOutcomeData = Extract<ItemTaskCommand, { type: 'RecordOutcome' }>['data'];
export const record = (n: number, outcome: OutcomeName, told: Partial<RecordOutcomeData> = {}): ItemTaskCommand => ({
  type: 'RecordOutcome',
  data: {
    ...moment,
    taskId: `1-${n}`,
    outcome,
    itemIds: null,
    note: null,
    method: null,
    orderId: null,
    by: dana,
    order,
    ...told,
  },
});
export const recorded = (
  nth: number,
  n: number,
  task: TaskName,
  outcome: RecordedName,
  itemIds: number[],
  { note = null, wasUnassigned = false }: { readonly note?: string | null; readonly wasUnassigned?: boolean } = {},
): ItemTaskEvent => ({
  type: 'OutcomeRecorded',
  data: {
    referralId,
    outcomeId: `1-${nth}`,
    taskId: `1-${n}`,
    task,
    outcome,
    itemIds,
    note,
    by: dana,
    wasUnassigned,
    recordedAt: at,
  },
});
export const undo = (nth: number, told: { readonly by?: Assignee; readonly at?: string } = {}): ItemTaskCommand => ({
  type: 'UndoOutcome',
  data: { ...moment, outcomeId: `1-${nth}`, by: dana, ...told },
});
export const undone = (nth: number, n: number, outcome: RecordedName, itemIds: number[]): ItemTaskEvent => ({
  type: 'OutcomeUndone',
  data: { referralId, outcomeId: `1-${nth}`, taskId: `1-${n}`, outcome, itemIds, undoneAt: at },
});
export const move = (n: number, task: TaskName, itemIds: number[], by = dana): ItemTaskCommand => ({
  type: 'MoveItems',
  data: { ...moment, taskId: `1-${n}`, task, itemIds, note: 'As agreed', by },
});
/** The event that `move` leads to. */
export const recordedMove = (
  nth: number,
  n: number,
  task: TaskName,
  itemIds: number[],
  wasUnassigned = false,
): ItemTaskEvent => recorded(nth, n, task, 'moved', itemIds, { note: 'As agreed', wasUnassigned });
export const unstop = (...itemIds: number[]): Extract<ItemTaskCommand, { type: 'UnstopItems' }> => ({
  type: 'UnstopItems',
  data: { ...moment, itemIds, reason: 'Covered after all' },
});
export const stop = (...itemIds: number[]): Extract<ItemTaskCommand, { type: 'StopItems' }> => ({
  type: 'StopItems',
  data: { referralId, itemIds, reason: 'Not covered', at },
});
export const cancel = (...itemIds: number[]): Extract<ItemTaskCommand, { type: 'CancelItems' }> => ({
  type: 'CancelItems',
  data: { referralId, itemIds, at },
});
export const turnDown: ItemTaskCommand = { type: 'TurnDownItems', data: { referralId, reason: 'Not covered', at } };
export const fireDueDay = (n: number, time: string): ItemTaskCommand => ({
  type: 'FireDueDay',
  data: { referralId, taskId: `1-${n}`, at: time },
});
