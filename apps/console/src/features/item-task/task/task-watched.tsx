import { dayInWords } from '@throughline/domain';
import { type ActsOn, taskActsOn } from '../../../meanwhile/acts.js';
import { ChangedMeanwhile } from '../../../meanwhile/changed-meanwhile.js';
import { type ReplacingCommand, useRevision } from '../../../meanwhile/use-replacing.js';
import { useState } from 'react';
import type { WorkedItem, WorkedTask } from './available-actions.js';

/** The hold of a task as its dialog shows it; null for both: there is none. */
export const holdOf = ({ onHold }: Pick<WorkedTask, 'onHold'>) => ({
  until: onHold?.until ?? null,
  reason: onHold?.reason ?? null,
});

/** Those that are in the task: a completed one lists all that were ever in it. */
const itemsIn = ({ completedAt, items }: Pick<WorkedTask, 'completedAt' | 'items'>) =>
  completedAt === null ? items : [];

/** What somebody else may do to a task while one decides what becomes of it. */
export const standingOf = (task: WorkedTask) => ({
  holder: task.assignee?.name ?? null,
  completed: task.completedAt !== null,
  items: itemsIn(task)
    .map(({ item, qty }) => `${item} × ${qty}`)
    .join(', '),
});

/** The acts on a task, with its values as its dialogs name them. */
export const actsOn = ({ referralId, taskId }: Pick<WorkedTask, 'referralId' | 'taskId'>): ActsOn =>
  taskActsOn(
    taskId,
    () => referralId,
    ({ tasks: { [taskId]: after } }) => {
      if (after === undefined) return {};
      const { itemIds: items, ...values } = after;
      return { ...values, items };
    },
  );

/**
 * The items of a task that a dialog lists: those that have left it since the dialog was opened as well, because they can be among the chosen ones.
 */
export function useListedItems(task: Pick<WorkedTask, 'completedAt' | 'items'>) {
  const items = itemsIn(task);
  const [opened] = useState(items);
  const find = (id: number, among: readonly WorkedItem[]) => among.find((item) => item.id === id);
  return [
    ...opened.map((item) => find(item.id, items) ?? { ...item, note: 'No longer in this task' }),
    ...items.filter(({ id }) => find(id, opened) === undefined),
  ];
}

const LABELS = {
  until: 'On hold until',
  reason: 'Reason of the hold',
  holder: 'Assigned to',
  completed: 'Completed',
  items: 'Items',
} as const;
type Name = keyof typeof LABELS;

export function inWords(name: Name, values: Readonly<Partial<Record<Name, string | boolean | null>>>) {
  const value = values[name] ?? null;
  if (value === '') return [LABELS[name], 'none'] as const;
  if (value === null) return [LABELS[name], name === 'holder' ? 'nobody' : 'nothing'] as const;
  if (typeof value === 'boolean') return [LABELS[name], value ? 'yes' : 'no'] as const;
  return [LABELS[name], name === 'until' ? dayInWords(value) : value] as const;
}

/** What has become of a task since its dialog was opened, and the hold that the person has seen: a new one refuses the act until it was taken over. */
export function useWatched(task: WorkedTask) {
  const revision = useRevision({ ...holdOf(task), ...standingOf(task) }, { shown: Object.keys(standingOf(task)) });
  const { until, reason, position } = revision.stated;
  return { revision, seen: { hold: until === null ? null : { until, reason }, position } };
}

interface TaskWatchedProps {
  readonly task: WorkedTask;
  readonly isPending: boolean;
}

/** In the dialog of an act on a task that replaces nothing: what has become of the task since it was opened, and by whom. */
export const TaskWatched = (props: TaskWatchedProps) => (
  <HoldWatched {...props} revision={useWatched(props.task).revision} />
);

interface HoldWatchedProps extends TaskWatchedProps {
  readonly revision: ReturnType<typeof useWatched>['revision'];
  /** Of an act that says which hold its author saw: a new one can be taken over. */
  readonly command?: ReplacingCommand;
}

/** The same for an act that says which hold its author saw. */
export const HoldWatched = ({ task, isPending, revision, command }: HoldWatchedProps) => (
  <ChangedMeanwhile
    {...{ revision, inWords, isPending }}
    acts={actsOn(task)}
    {...(command && revision.isRefused && { command })}
  />
);

interface TasksWatchedProps {
  readonly tasks: readonly WorkedTask[];
  readonly labelOf: (taskId: string) => string;
  readonly isPending: boolean;
}

/** Of each task, by its id: who holds it, and until when and why it waits. */
const actsOnTasks = (tasks: TasksWatchedProps['tasks']): ActsOn =>
  taskActsOn(
    'holders',
    (taskId) => tasks.find((task) => task.taskId === taskId)?.referralId ?? '',
    (act) =>
      Object.fromEntries(
        Object.entries(act.tasks).map(([taskId, { holder, until, reason }]) => [taskId, { holder, until, reason }]),
      ),
  );

type Waiting = ReturnType<typeof holdOf> & Pick<ReturnType<typeof standingOf>, 'holder'>;

export const waitingInWords = ({ holder, until, reason }: Waiting): string =>
  [
    holder ?? 'nobody',
    ...(until === null ? [] : [`on hold until ${dayInWords(until)}${reason === null ? '' : ` (${reason})`}`]),
  ].join(', ');

/** In the dialog of an act on several tasks: which of them have changed hands, or were put on hold, since it was opened. */
export function TasksWatched({ tasks, labelOf, isPending }: TasksWatchedProps) {
  const waiting: Readonly<Record<string, Waiting>> = Object.fromEntries(
    tasks.map((task) => [task.taskId, { holder: standingOf(task).holder, ...holdOf(task) }]),
  );
  return (
    <ChangedMeanwhile
      revision={useRevision(waiting)}
      acts={actsOnTasks(tasks)}
      inWords={(taskId, of) => [labelOf(taskId), of[taskId] === undefined ? '' : waitingInWords(of[taskId])]}
      isPending={isPending}
    />
  );
}
