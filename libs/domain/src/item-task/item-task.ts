import { type Replaced, replacedFields } from '../kernel/corrections.js';
import { unknownEvent } from '../kernel/decider.js';
import type {
  Assignee,
  ContactAttempted,
  Hold,
  ItemTaskEvent,
  OutcomeRecorded,
  RecordedOutcome,
  TaskChanged,
  TaskOpened,
} from './item-task.events.js';
import {
  CORRECTED_RECERTIFICATION_FIELDS,
  evolveRecertifiedFacts,
  type RecertificationCorrected,
  type RecertificationFacts,
} from './recertification.events.js';
import type { ContactParty, TaskName } from './catalogue/task-catalogue.js';

/** The present state of a task. */
export interface TaskFacts {
  readonly taskId: string;
  readonly task: TaskName;
  /** ISO 8601, UTC, like every time here. Of a task that an undo has opened again: when the original one was opened. */
  readonly openedAt: string;
  /** The first instant at which it is overdue; null: no due day. */
  readonly dueAt: string | null;
  readonly fellDue: boolean;
  readonly assignee: Assignee | null;
  /** Absent if the task was never on hold. */
  readonly onHold?: Hold | null;
  /** Null while the task is open. */
  readonly completedAt: string | null;
}

export const factsOf = ({ data: { taskId, task, openedAt, since = openedAt, dueAt } }: TaskOpened): TaskFacts => ({
  taskId,
  task,
  openedAt: since,
  dueAt,
  fellDue: false,
  assignee: null,
  completedAt: null,
});

/**
 * The tasks after an event about one of them. Every fold of tasks uses this function, so that the meaning of an event for a task is stated
 * once.
 */
export function evolveTasks<Task extends TaskFacts>(tasks: readonly Task[], event: TaskChanged): readonly Task[] {
  const change = evolveFacts(event);
  return tasks.map((task) => (task.taskId === event.data.taskId ? { ...task, ...change } : task));
}

function evolveFacts(event: TaskChanged): Partial<TaskFacts> {
  switch (event.type) {
    case 'TaskClaimed':
    case 'TaskAssigned':
      return { assignee: event.data.assignee };
    case 'TaskReleased':
      return { assignee: null };
    case 'TaskFellDue':
      return { fellDue: true };
    case 'TaskPutOnHold':
      return { onHold: event.data.onHold, dueAt: event.data.dueAt, fellDue: false };
    case 'TaskResumed':
      return { onHold: null, dueAt: event.data.dueAt, fellDue: event.data.fellDue };
    case 'TaskCompleted':
      return { completedAt: event.data.completedAt };
    default:
      return unknownEvent(event);
  }
}

/** The tasks of one referral in the order of opening, the place of each of its items, and the outcomes of the tasks. */
export interface ItemTaskState {
  readonly tasks: readonly TaskFacts[];
  readonly items: readonly PlacedItem[];
  readonly outcomes: readonly OutcomeFacts[];
  /** The recertification that the tasks are about, with what corrections replaced in it. Absent: they are about a referral. */
  readonly recertification?: CorrectedRecertification;
}

interface CorrectedRecertification {
  readonly facts: RecertificationFacts;
  /** The values that corrections replaced, oldest first. */
  readonly replaced: readonly Replaced[];
  readonly corrections: number;
}

/** Each item has exactly one place; the items of a task are those whose place it is. */
export interface PlacedItem {
  readonly itemId: number;
  readonly status: 'in-task' | 'stopped' | 'canceled' | 'delivered';
  /** The task that the item is in, or was in last. */
  readonly taskId: string;
  /** Why the item was stopped; absent if it is not stopped. */
  readonly reason?: string;
  /** When the item was stopped, which tells one stop from the next; absent if it is not stopped. ISO 8601, UTC. */
  readonly stoppedAt?: string;
}

/** An outcome, with what undoing it needs. */
export interface OutcomeFacts extends Pick<
  RecordedOutcome,
  'outcomeId' | 'taskId' | 'outcome' | 'itemIds' | 'wasUnassigned' | 'recordedAt'
> {
  readonly userId: string;
  readonly party: ContactParty | null;
  /** `moved-on`: one of its items has moved to another place since. */
  readonly status: 'recorded' | 'moved-on' | 'undone';
}

export const NO_TASKS: ItemTaskState = { tasks: [], items: [], outcomes: [] };

export const itemsIn = (state: ItemTaskState, taskId: string): readonly number[] =>
  state.items.filter((item) => item.status === 'in-task' && item.taskId === taskId).map(({ itemId }) => itemId);

export function evolveItemTasks(state: ItemTaskState, event: ItemTaskEvent): ItemTaskState {
  switch (event.type) {
    case 'TaskOpened': {
      const { taskId, itemIds } = event.data;
      return place({ ...state, tasks: [...state.tasks, factsOf(event)] }, itemIds, { status: 'in-task', taskId });
    }
    case 'ItemsMovedToTask':
      return place(state, event.data.itemIds, { status: 'in-task', taskId: event.data.toTaskId });
    case 'TaskCompleted': {
      // Items that are still in a completed task were delivered: only the last task is completed with items.
      const { taskId } = event.data;
      const delivered = state.items.map((item) =>
        item.status === 'in-task' && item.taskId === taskId ? { ...item, status: 'delivered' as const } : item,
      );
      return { ...state, tasks: evolveTasks(state.tasks, event), items: delivered };
    }
    case 'ItemsStopped':
      return place(state, event.data.itemIds, {
        status: 'stopped',
        reason: event.data.reason,
        stoppedAt: event.data.stoppedAt,
      });
    case 'ItemsCanceled':
      return cancelItems(state, event.data.itemIds);
    case 'OutcomeRecorded':
    case 'ContactAttempted':
      return { ...state, outcomes: [...state.outcomes, outcomeFactsOf(event)] };
    case 'OutcomeUndone': {
      const { outcomeId } = event.data;
      const outcomes = state.outcomes.map((outcome) =>
        outcome.outcomeId === outcomeId ? { ...outcome, status: 'undone' as const } : outcome,
      );
      return { ...state, outcomes };
    }
    case 'ItemsOrdered':
    case 'ItemsUnstopped':
      return state;
    case 'RecertificationOpened': {
      const { referralId: _, openedAt: __, ...facts } = event.data;
      return { ...state, recertification: { facts, replaced: [], corrections: 0 } };
    }
    case 'RecertifiedMemberCorrected':
    case 'CertifyingPhysicianCorrected':
    case 'CertificationCorrected':
      return { ...state, ...(state.recertification && { recertification: corrected(state.recertification, event) }) };
    case 'ItemsAddedToTask':
      return place(state, event.data.itemIds, { status: 'in-task', taskId: event.data.taskId });
    case 'ItemsWithdrawn': {
      const { itemIds } = event.data;
      const moved = place(state, itemIds, {});
      return { ...moved, items: moved.items.filter(({ itemId }) => !itemIds.includes(itemId)) };
    }
    default:
      return { ...state, tasks: evolveTasks(state.tasks, event) };
  }
}

function corrected(before: CorrectedRecertification, event: RecertificationCorrected): CorrectedRecertification {
  const { facts, corrections } = before;
  const replaced = replacedFields(CORRECTED_RECERTIFICATION_FIELDS, event).map(([path, value]) => ({
    path,
    before: value,
    correction: corrections,
  }));
  return {
    facts: evolveRecertifiedFacts(facts, event),
    replaced: [...before.replaced, ...replaced],
    corrections: corrections + 1,
  };
}

/** The reason for which the items were stopped is kept. */
function cancelItems(state: ItemTaskState, itemIds: readonly number[]): ItemTaskState {
  const reasonOf = (id: number) => state.items.find(({ itemId }) => itemId === id)?.reason;
  return itemIds.reduce((next, itemId) => {
    const reason = reasonOf(itemId);
    return place(next, [itemId], { status: 'canceled', ...(reason !== undefined && { reason }) });
  }, state);
}

function place(state: ItemTaskState, itemIds: readonly number[], where: Partial<PlacedItem>): ItemTaskState {
  const known = new Map(state.items.map((item) => [item.itemId, item]));
  const others = state.items.filter(({ itemId }) => !itemIds.includes(itemId));
  const placed = itemIds.map((itemId): PlacedItem => ({
    itemId,
    status: 'in-task',
    taskId: known.get(itemId)?.taskId ?? '',
    ...where,
  }));
  const outcomes = state.outcomes.map((outcome) =>
    outcome.status === 'recorded' && outcome.itemIds.some((itemId) => itemIds.includes(itemId))
      ? { ...outcome, status: 'moved-on' as const }
      : outcome,
  );
  return { ...state, items: [...others, ...placed], outcomes };
}

function outcomeFactsOf(event: OutcomeRecorded | ContactAttempted): OutcomeFacts {
  const { outcomeId, taskId, outcome, itemIds, wasUnassigned, recordedAt, by } = event.data;
  const party = event.type === 'ContactAttempted' ? event.data.party : null;
  return {
    outcomeId,
    taskId,
    outcome,
    itemIds,
    wasUnassigned,
    recordedAt,
    userId: by.userId,
    party,
    status: 'recorded',
  };
}
