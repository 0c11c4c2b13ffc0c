import { valueInWords } from '../../kernel/changes-in-words.js';
import { type Command, DomainError } from '../../kernel/decider.js';
import type { DomainEvent } from '../../kernel/event.js';
import { PassedOver } from '../../kernel/forestalled.js';
import { requireAsSeen, reviseTogether } from '../../kernel/meanwhile.js';
import { dayInWords } from '../../kernel/terms.js';
import { dayOf, daysBetween, startOfDay } from '../catalogue/due-day.js';
import { isOfTask } from './item-refusals.js';
import { type Moment, openTask, requireNotHeldByAnother, type Verbs } from '../item-task-rules.js';
import type { Assignee, Hold, ItemTaskEvent, TaskPutOnHold } from '../item-task.events.js';
import type { ItemTaskState, TaskFacts } from '../item-task.js';

/* Tasks that wait until a day, such as a member's return from hospital. A task on hold keeps its holder, its items and its place. */

/** The maximum number of days for which a task can be on hold. */
export const LONGEST_HOLD_DAYS = 180;

/** Puts an open task on hold until the beginning of a day, or moves the end of the hold that the author saw to that day. */
export type PutTaskOnHold = Command<
  'PutTaskOnHold',
  Moment & {
    readonly referralId: string;
    readonly taskId: string;
    /** In America/Chicago, YYYY-MM-DD. */
    readonly until: string;
    readonly reason: string | null;
    /** The hold, as shown to the author. */
    readonly seen: SeenHold;
    readonly by: Assignee;
  }
>;

/** What the author saw of the hold, for an act that does not change the hold itself. */
export interface SeesHold {
  /** Null: the task was not on hold. Absent: the act applies whatever the hold is. */
  readonly hold?: Pick<Hold, 'until' | 'reason'> | null | undefined;
}

/** Null for both: the task was not on hold. */
interface SeenHold {
  readonly until: string | null;
  readonly reason: string | null;
}

/** Ends a hold before its day. Does nothing to a task that is not on hold. */
export type ResumeTask = Command<
  'ResumeTask',
  {
    readonly referralId: string;
    readonly taskId: string;
    /** The hold, as shown to the author. Absent: any hold is ended. */
    readonly seen?: SeenHold | undefined;
    readonly by: Assignee;
    readonly at: string;
  }
>;

/** Sent by a timer: it may arrive late, twice, or for a task that is completed or waits for a later day by then. */
export type EndHold = Command<'EndHold', { readonly referralId: string; readonly taskId: string; readonly at: string }>;

/** Rejects with `item-task/hold-day-not-ahead`, `item-task/hold-too-long` and `item-task/changed-meanwhile`. */
export function putOnHold(state: ItemTaskState, data: PutTaskOnHold['data']): readonly ItemTaskEvent[] {
  const { referralId, taskId, by } = data;
  const task = openTask(state, taskId);
  requireNotHeldByAnother(task, by);
  const before = task.onHold?.before ?? { dueAt: task.dueAt, fellDue: task.fellDue };
  const onHold = { ...holdOf(data), before };
  if (task.onHold && isSame(task.onHold, onHold)) return [];
  reviseTogether<SeenHold>('item-task', {
    now: seenHold(task),
    wanted: { until: data.until, reason: data.reason },
    seen: data.seen,
    knowsOwn: true,
  });
  const dueAt = before.dueAt === null ? null : laterOf(before.dueAt, endOfFirstDay(onHold, data));
  return [{ type: 'TaskPutOnHold', data: { referralId, taskId, onHold, dueAt } }];
}

const seenHold = ({ onHold }: { readonly onHold?: Hold | null }): SeenHold => ({
  until: onHold?.until ?? null,
  reason: onHold?.reason ?? null,
});

/** What a command says that its author saw of a task. */
const holdOfTask = ({ tasks }: ItemTaskState, { taskId }: { readonly taskId: string }): SeenHold =>
  seenHold(tasks.find((task) => task.taskId === taskId) ?? {});

function holdOf({ until, reason, at, dayMs }: PutTaskOnHold['data']): Omit<Hold, 'before'> {
  const days = daysBetween(dayOf(at), until);
  if (!(days >= 1)) {
    throw new DomainError('item-task/hold-day-not-ahead', 'Choose a day from tomorrow on (Central Time).');
  }
  if (days > LONGEST_HOLD_DAYS) {
    const message = `A task can be on hold for ${LONGEST_HOLD_DAYS} days at most. Choose an earlier day.`;
    throw new DomainError('item-task/hold-too-long', message);
  }
  const resumesAt = dayMs === null ? startOfDay(until) : new Date(Date.parse(at) + days * dayMs).toISOString();
  return { until, resumesAt, reason };
}

/** Compares field by field, because an object that is read from the log may have its keys in another order. */
const isSame = (one: Hold, other: Hold) =>
  one.until === other.until && one.resumesAt === other.resumesAt && one.reason === other.reason;

/** A task is not overdue on a day on which it was on hold: it is due at the earliest at the end of the day on which the hold ends. */
const endOfFirstDay = ({ until, resumesAt }: Hold, { dayMs }: Moment): string =>
  dayMs === null ? startOfDay(until, 1) : new Date(Date.parse(resumesAt) + dayMs).toISOString();

const laterOf = (one: string, other: string) => (Date.parse(one) >= Date.parse(other) ? one : other);

/** Rejects with `item-task/changed-meanwhile` if the task is on another hold. */
function resume(
  state: ItemTaskState,
  { referralId, taskId, seen, by, at }: ResumeTask['data'],
): readonly ItemTaskEvent[] {
  const task = openTask(state, taskId);
  requireNotHeldByAnother(task, by);
  if (!task.onHold) return [];
  if (seen) requireAsSeen('item-task', { now: seenHold(task), seen, knowsOwn: true });
  const isEarly = Date.parse(at) < Date.parse(task.onHold.resumesAt);
  const { dueAt, fellDue } = isEarly ? task.onHold.before : task;
  return [{ type: 'TaskResumed', data: { referralId, taskId, dueAt, fellDue } }];
}

/**
 * For an act that does not change the hold itself: rejects with `item-task/put-on-hold` if somebody else has put the task on hold, or on
 * another hold, since the author looked. The reason of that hold may say that nobody is to touch the task.
 */
export function requireSeenHold(task: TaskFacts, seen: SeesHold | undefined): void {
  const { taskId, onHold } = task;
  if (!onHold || seen?.hold === undefined || isAsSeen(onHold, seen.hold)) return;
  const { until, reason } = onHold;
  const isHold = isOfTask(taskId, 'TaskPutOnHold');
  const why = reason === null ? '' : `: ${valueInWords(reason, 'reason')}`;
  throw new PassedOver(
    'item-task/put-on-hold',
    (change) => {
      const by = change
        ? `${change.who} put this task on hold on ${change.when}`
        : 'This task was put on hold meanwhile';
      return `${by}, until ${dayInWords(until)}${why}.`;
    },
    isHold,
    () => ({ ...seen, hold: { until, reason } }),
    {
      wasSeen: (event: DomainEvent) =>
        seen.hold === null || (isHold(event) && isAsSeen((event.data as TaskPutOnHold['data']).onHold, seen.hold)),
    },
  );
}

const isAsSeen = ({ until, reason }: Hold, seen: SeesHold['hold']): boolean =>
  seen?.until === until && seen.reason === reason;

function endHold(state: ItemTaskState, { referralId, taskId, at }: EndHold['data']): readonly ItemTaskEvent[] {
  const task = state.tasks.find((candidate) => candidate.taskId === taskId);
  if (!task?.onHold || task.completedAt !== null || Date.parse(at) < Date.parse(task.onHold.resumesAt)) return [];
  const { dueAt, fellDue } = task;
  return [{ type: 'TaskResumed', data: { referralId, taskId, dueAt, fellDue } }];
}

export type HoldCommand = PutTaskOnHold | ResumeTask | EndHold;

export const HOLD_VERBS: Verbs<HoldCommand> = {
  PutTaskOnHold: { decide: putOnHold, valuesOf: holdOfTask },
  ResumeTask: { decide: resume, valuesOf: holdOfTask },
  EndHold: { decide: endHold },
};
