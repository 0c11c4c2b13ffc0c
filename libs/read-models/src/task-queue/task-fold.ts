import {
  type Assignee,
  type ItemTaskEvent,
  type Recorded,
  type ReferralEvent,
  type TaskName,
  taskRow,
  unknownEvent,
} from '@throughline/domain';

/** A referral as its queue rows need it: whose it is, what was ordered, and its open tasks (with those that were completed just now). */
export interface CaseTasks {
  readonly referralId: string;
  readonly submittedAt: string;
  readonly member: { readonly lastName: string; readonly firstName: string; readonly state: string };
  readonly items: readonly {
    readonly id: number;
    readonly item: string;
    readonly itemCategory: string;
    readonly qty: number;
    /** The step of the stepper that it is in, and since when; null before its first task. */
    readonly step: number | null;
    readonly stepSince: string;
  }[];
  readonly tasks: readonly CaseTask[];
}

export interface CaseTask {
  readonly taskId: string;
  readonly task: TaskName;
  /** In it now. */
  readonly itemIds: readonly number[];
  /** What a completed task was about, though its items went on. */
  readonly everItemIds: readonly number[];
  readonly openedAt: string;
  /** When the first of its items reached its step. */
  readonly stepSince: string;
  readonly dueAt: string | null;
  readonly fellDue: boolean;
  readonly assignee: Assignee | null;
  readonly completedAt: string | null;
}

export function evolveCaseTasks(before: CaseTasks | undefined, recorded: Recorded): CaseTasks | undefined {
  const event = recorded as Recorded<ReferralEvent | ItemTaskEvent>;
  if (event.type === 'ReferralSubmitted') return opened(event);
  if (!before) throw new Error(`${event.type} of a referral that was never submitted`);
  // A completed task was shown as such by the event that completed it, and never changes again.
  const state = { ...before, tasks: before.tasks.filter(({ completedAt }) => completedAt === null) };
  switch (event.type) {
    case 'TaskOpened': {
      const { taskId, task, itemIds, openedAt, dueAt } = event.data;
      const stamps = { openedAt, stepSince: openedAt, dueAt, fellDue: false, completedAt: null };
      const fresh: CaseTask = { taskId, task, itemIds: [], everItemIds: [], assignee: null, ...stamps };
      const added = { ...state, tasks: [...state.tasks, fresh] };
      return place(added, itemIds, taskId, openedAt);
    }
    case 'ItemsMovedToTask':
      return place(state, event.data.itemIds, event.data.toTaskId, event.data.movedAt);
    case 'TaskClaimed':
    case 'TaskAssigned':
      return change(state, event.data.taskId, { assignee: event.data.assignee });
    case 'TaskReleased':
      return change(state, event.data.taskId, { assignee: null });
    case 'TaskFellDue':
      return change(state, event.data.taskId, { fellDue: true });
    case 'TaskCompleted':
      return change(state, event.data.taskId, { completedAt: event.data.completedAt });
    case 'ItemsStopped':
      return place(state, event.data.itemIds, null, event.data.stoppedAt);
    case 'ItemsCanceled':
    case 'TrackingNumberAssigned':
    case 'BenefitOutcomeTold':
      return state;
    default:
      return unknownEvent(event);
  }
}

function opened({ data }: Extract<ReferralEvent, { type: 'ReferralSubmitted' }>): CaseTasks {
  const { referralId, submittedAt, order } = data;
  const { lastName, firstName, state } = order.memberInfo;
  return {
    referralId,
    submittedAt,
    member: { lastName, firstName, state },
    items: order.items.map(({ id, item, itemCategory, qty }) => ({
      id,
      item,
      itemCategory,
      qty,
      step: null,
      stepSince: submittedAt,
    })),
    tasks: [],
  };
}

/** The items leave the open task that they are in, and are in `taskId` from now on; null: in none. */
function place(state: CaseTasks, itemIds: readonly number[], taskId: string | null, at: string): CaseTasks {
  const target = state.tasks.find((task) => task.taskId === taskId);
  const step = target ? taskRow(target.task).step : null;
  const items = state.items.map((item) =>
    itemIds.includes(item.id) && step !== null && item.step !== step ? { ...item, step, stepSince: at } : item,
  );
  const holding = (task: CaseTask, ids: readonly number[]): CaseTask => {
    const [first] = items
      .filter(({ id }) => ids.includes(id))
      .map(({ stepSince }) => stepSince)
      .sort();
    const everItemIds = [...new Set([...task.everItemIds, ...ids])].sort((one, other) => one - other);
    return { ...task, itemIds: ids, everItemIds, stepSince: first ?? task.stepSince };
  };
  return {
    ...state,
    items,
    tasks: state.tasks.map((task) => {
      const staying = task.itemIds.filter((id) => !itemIds.includes(id));
      return holding(task, task === target ? [...staying, ...itemIds] : staying);
    }),
  };
}

function change(state: CaseTasks, taskId: string, to: Partial<CaseTask>): CaseTasks {
  return { ...state, tasks: state.tasks.map((task) => (task.taskId === taskId ? { ...task, ...to } : task)) };
}
