import { type CurrentTask, statusOf, stoppedTaskId } from '../item-task/steppers.js';
import { taskRow } from '../item-task/task-catalogue.js';
import type { TaskOpened } from '../item-task/item-task.events.js';
import { unreachable } from '../kernel/decider.js';
import type { ReferralSubmitted } from '../referral/referral.events.js';
import type { FileAsOf, ItemAsOf, ReferralAsOf, ReferralHistoryEvent, TaskAsOf } from './referral-as-of.js';

/** A referral as it was after these of its events, in the order of the log; null before its submission. */
export function replay(events: Iterable<ReferralHistoryEvent>): ReferralAsOf | null {
  let referral: ReferralAsOf | null = null;
  for (const event of events) referral = evolveReferral(referral, event);
  return referral;
}

/** One event on. Nothing is known of a referral before its submission. */
export function evolveReferral(referral: ReferralAsOf | null, event: ReferralHistoryEvent): ReferralAsOf | null {
  if (event.type === 'ReferralSubmitted') return submitted(event);
  if (referral === null) return null;
  const evolved = evolve(referral, event);
  return evolved.items === referral.items ? evolved : { ...evolved, status: statusOf(evolved.items) };
}

function submitted({ data: { referralId, order, companyId, submittedAt } }: ReferralSubmitted): ReferralAsOf {
  const { items: ordered, ...rest } = order;
  const items = ordered.map((item) => ({ ...item, currentTask: null, lastTask: null, stoppedReason: null }));
  const nothingYet = { tasks: [], files: [], tracking: [], history: [] };
  return { referralId, submittedAt, companyId, order: rest, items, status: statusOf(items), ...nothingYet };
}

function evolve(referral: ReferralAsOf, event: Exclude<ReferralHistoryEvent, ReferralSubmitted>): ReferralAsOf {
  switch (event.type) {
    case 'TrackingNumberAssigned': {
      const { itemIds, carrier, number } = event.data;
      return { ...referral, tracking: [...referral.tracking, { itemIds, carrier, number }] };
    }
    case 'TaskOpened':
      return enterTask(
        { ...referral, tasks: [...referral.tasks, opened(event)] },
        event.data.taskId,
        event.data.itemIds,
      );
    case 'ItemsMovedToTask':
      return enterTask(referral, event.data.toTaskId, event.data.itemIds);
    case 'TaskClaimed':
    case 'TaskAssigned':
      return changeTask(referral, event.data.taskId, { assignee: event.data.assignee });
    case 'TaskReleased':
      return changeTask(referral, event.data.taskId, { assignee: null });
    case 'TaskFellDue':
      return changeTask(referral, event.data.taskId, { fellDue: true });
    case 'TaskCompleted': {
      const { taskId, completedAt } = event.data;
      const inTask = referral.items.filter(({ currentTask }) => currentTask?.id === taskId).map(({ id }) => id);
      return endItems(changeTask(referral, taskId, { completedAt }), inTask, completedAt);
    }
    case 'ItemsStopped': {
      const id = stoppedTaskId(referral.referralId);
      const stopped: CurrentTask = { id, name: 'Stopped', department: null, completedDate: null };
      const { itemIds, reason } = event.data;
      return changeItems(referral, itemIds, (item) => ({ ...enter(item, stopped), stoppedReason: reason }));
    }
    case 'ItemsCanceled':
      return endItems(referral, event.data.itemIds, event.data.canceledAt);
    case 'SubmissionPdfGenerated': {
      const { fileId, fileName, size, generatedAt } = event.data;
      return { ...referral, files: [...referral.files, { fileId, fileName, size, createdAt: generatedAt }] };
    }
    case 'FileUploaded': {
      const { fileId, fileName, size, uploadedAt } = event.data;
      const file = { fileId, fileName, size, createdAt: uploadedAt, check: 'waiting' } as const;
      return { ...referral, files: [...referral.files, file] };
    }
    case 'FileAccepted':
      return changeFile(referral, event.data.fileId, { check: 'accepted' });
    case 'FileRejectedByScan':
      return changeFile(referral, event.data.fileId, { check: 'refused', fault: event.data.reason });
    case 'HistoryEntryRecorded': {
      const { elementName, elementKey, changes, dateTime } = event.data;
      return { ...referral, history: [...referral.history, { elementName, elementKey, changes, dateTime }] };
    }
    case 'ReferralMailSent':
    case 'InternalNoteWritten':
    case 'BenefitOutcomeTold':
      // Beside the referral: it is the same before and after.
      return referral;
    default:
      return unreachable(event);
  }
}

function opened({ data: { taskId, task, openedAt, dueAt } }: TaskOpened): TaskAsOf {
  const { department } = taskRow(task);
  const fresh = { itemIds: [], fellDue: false, assignee: null, completedAt: null };
  return { taskId, task, department, openedAt, dueAt, ...fresh };
}

function enterTask(referral: ReferralAsOf, taskId: string, itemIds: readonly number[]): ReferralAsOf {
  const task = referral.tasks.find((candidate) => candidate.taskId === taskId);
  if (!task) throw new Error(`Task ${taskId} was never opened`);
  const current: CurrentTask = { id: taskId, name: task.task, department: task.department, completedDate: null };
  const everIn = [...new Set([...task.itemIds, ...itemIds])];
  return changeItems(changeTask(referral, taskId, { itemIds: everIn }), itemIds, (item) => enter(item, current));
}

function enter(item: ItemAsOf, currentTask: CurrentTask): ItemAsOf {
  if (item.currentTask === null) return { ...item, currentTask };
  const { id, name, department } = item.currentTask;
  return { ...item, currentTask, lastTask: { id, name, department } };
}

const endItems = (referral: ReferralAsOf, itemIds: readonly number[], completedDate: string) =>
  changeItems(referral, itemIds, (item) =>
    item.currentTask ? { ...item, currentTask: { ...item.currentTask, completedDate } } : item,
  );

function changeItems(
  referral: ReferralAsOf,
  itemIds: readonly number[],
  change: (item: ItemAsOf) => ItemAsOf,
): ReferralAsOf {
  return { ...referral, items: referral.items.map((item) => (itemIds.includes(item.id) ? change(item) : item)) };
}

function changeFile(referral: ReferralAsOf, fileId: number, change: Partial<FileAsOf>): ReferralAsOf {
  return {
    ...referral,
    files: referral.files.map((file) => (file.fileId === fileId ? { ...file, ...change } : file)),
  };
}

function changeTask(referral: ReferralAsOf, taskId: string, change: Partial<TaskAsOf>): ReferralAsOf {
  return {
    ...referral,
    tasks: referral.tasks.map((task) => (task.taskId === taskId ? { ...task, ...change } : task)),
  };
}
