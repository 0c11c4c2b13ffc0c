import { dayInWords, nameOfItem } from '@throughline/domain';
import { type ActsOn, taskActsOn } from '../../../../meanwhile/acts.js';
import { ChangedMeanwhile } from '../../../../meanwhile/changed-meanwhile.js';
import { type ReplacingCommand, useRevision } from '../../../../meanwhile/use-replacing.js';
import { useState } from 'react';
import type { WorkedItem, WorkedTask } from './available-actions.js';
import type { ListedItem } from './task-fields.js';

/** The hold of a task as its dialog shows it. Both values are null if there is none. */
export const holdOf = ({ onHold }: Pick<WorkedTask, 'onHold'>) => ({
  until: onHold?.until ?? null,
  reason: onHold?.reason ?? null,
});

/** The items that are in the task; a completed task lists all that were ever in it, so it counts as empty. */
const itemsIn = ({ completedAt, items }: Pick<WorkedTask, 'completedAt' | 'items'>) =>
  completedAt === null ? items : [];

/** In place of whether a task is completed: it was completed by a stop. */
const STOPPED = 'stopped';

/** The values of a task that somebody else may change while its dialog is open. */
export const watchedValuesOf = (task: WorkedTask) => ({
  holder: task.assignee?.name ?? null,
  completed: task.stopped ? STOPPED : task.completedAt !== null,
  items: itemsIn(task)
    .map((item) => `${nameOfItem(item)} × ${item.qty}`)
    .join(', '),
});

/** The acts on a task, with the values that its dialogs show. */
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
 * The items of a task that a dialog lists, including those that left the task since the dialog was opened. `chosenOf` makes the schema of
 * the dialog's request leave these out: their boxes cannot be unchecked any more, and the API would refuse all for one of them.
 */
export function useListedItems(task: Pick<WorkedTask, 'completedAt' | 'items'>) {
  const items = itemsIn(task);
  const [opened] = useState(items);
  const find = (id: number, among: readonly WorkedItem[]) => among.find((item) => item.id === id);
  const listed: readonly ListedItem[] = [
    ...opened.map((item) => find(item.id, items) ?? { ...item, note: 'No longer in this task', isGone: true }),
    ...items.filter(({ id }) => find(id, opened) === undefined),
  ];
  return {
    listed,
    chosenOf: <Output,>(schema: { readonly safeParse: (values: unknown) => Parsed<Output> }) => ({
      safeParse: (values: unknown) => {
        const { itemIds, ...typed } = values as { readonly itemIds: readonly number[] };
        return schema.safeParse({ ...typed, itemIds: itemIds.filter((id) => find(id, items) !== undefined) });
      },
    }),
  };
}

interface Parsed<Output> {
  readonly data?: Output | undefined;
  readonly error?: { readonly issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined;
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
  if (name === 'completed' && value === STOPPED) return ['Stopped', 'yes'] as const;
  if (value === '') return [LABELS[name], 'none'] as const;
  if (value === null) return [LABELS[name], name === 'holder' ? 'nobody' : 'nothing'] as const;
  if (typeof value === 'boolean') return [LABELS[name], value ? 'yes' : 'no'] as const;
  return [LABELS[name], name === 'until' ? dayInWords(value) : value] as const;
}

/**
 * The changes of a task since its dialog was opened, and the hold that the person has seen. A new hold refuses the command until the person
 * takes it over.
 */
export function useWatched(task: WorkedTask) {
  const revision = useRevision(
    { ...holdOf(task), ...watchedValuesOf(task) },
    { shown: Object.keys(watchedValuesOf(task)) },
  );
  const { until, reason, position } = revision.stated;
  return { revision, seen: { hold: until === null ? null : { until, reason }, position } };
}

interface TaskWatchedProps {
  readonly task: WorkedTask;
  readonly isPending: boolean;
}

/** For the dialog of a command that replaces no values: what has changed about the task since the dialog was opened, and by whom. */
export const TaskWatched = (props: TaskWatchedProps) => (
  <HoldWatched {...props} revision={useWatched(props.task).revision} />
);

interface HoldWatchedProps extends TaskWatchedProps {
  readonly revision: ReturnType<typeof useWatched>['revision'];
  /** Set for a command that states which hold its author saw; the person can then take over a new hold. */
  readonly command?: ReplacingCommand;
}

/** Like `TaskWatched`, for a command that states which hold its author saw. */
export const HoldWatched = ({ task, isPending, revision, command }: HoldWatchedProps) => (
  <ChangedMeanwhile
    revision={revision}
    inWords={inWords}
    isPending={isPending}
    acts={actsOn(task)}
    {...(command && revision.isRefused && { command })}
  />
);

interface TasksWatchedProps {
  readonly tasks: readonly WorkedTask[];
  /** The tasks as the person saw them first. */
  readonly chosen: readonly { readonly row: WorkedTask }[];
  readonly labelOf: (taskId: string) => string;
  readonly isPending: boolean;
}

/** The acts on several tasks. Each task id has the holder and the hold of its task. */
const actsOnTasks = (tasks: TasksWatchedProps['tasks']): ActsOn =>
  taskActsOn(
    'holders',
    (taskId) => tasks.find((task) => task.taskId === taskId)?.referralId ?? '',
    (act) =>
      Object.fromEntries(
        Object.entries(act.tasks).map(([taskId, { holder, until, reason, completed }]) => [
          taskId,
          { holder, until, reason, completed },
        ]),
      ),
  );

type Waiting = ReturnType<typeof holdOf> & Pick<ReturnType<typeof watchedValuesOf>, 'holder' | 'completed'>;

export const waitingInWords = ({ holder, until, reason, completed }: Waiting): string =>
  [
    ...(completed === false ? [] : [completed === STOPPED ? 'stopped' : 'completed']),
    holder ?? 'nobody',
    ...(until === null ? [] : [`on hold until ${dayInWords(until)}${reason === null ? '' : ` (${reason})`}`]),
  ].join(', ');

const waitingOf = (tasks: readonly WorkedTask[]): Readonly<Record<string, Waiting>> =>
  Object.fromEntries(
    tasks.map((task) => {
      const { holder, completed } = watchedValuesOf(task);
      return [task.taskId, { holder, completed, ...holdOf(task) }];
    }),
  );

/** For the dialog of a command on several tasks: which of them were reassigned, put on hold, completed or stopped since they were chosen. */
export function TasksWatched({ tasks, chosen, labelOf, isPending }: TasksWatchedProps) {
  return (
    <ChangedMeanwhile
      revision={useRevision(waitingOf(tasks), { first: waitingOf(chosen.map(({ row }) => row)) })}
      acts={actsOnTasks(tasks)}
      inWords={(taskId, of) => [labelOf(taskId), of[taskId] === undefined ? '' : waitingInWords(of[taskId])]}
      isPending={isPending}
    />
  );
}
