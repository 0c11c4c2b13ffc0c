import { dayInWords } from '@throughline/domain';
import { ChangedMeanwhile } from '../../../meanwhile/changed-meanwhile.js';
import { useRevision } from '../../../meanwhile/use-replacing.js';
import { useState } from 'react';
import type { WorkedItem, WorkedTask } from './available-actions.js';

/** The hold of a task as its dialog shows it; null for both: there is none. */
export const holdOf = ({ onHold }: Pick<WorkedTask, 'onHold'>) => ({
  until: onHold?.until ?? null,
  reason: onHold?.reason ?? null,
});

/** What somebody else may do to a task while one decides what becomes of it. */
export const standingOf = ({ assignee, completedAt, items }: WorkedTask) => ({
  holder: assignee?.name ?? null,
  completed: completedAt !== null,
  items: items.map(({ item, qty }) => `${item} × ${qty}`).join(', '),
});

/**
 * The items of a task that a dialog lists: those that have left it since the dialog was opened as well, because they can be among the chosen ones.
 */
export function useListedItems({ items }: Pick<WorkedTask, 'items'>) {
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
  holder: 'Claimed by',
  completed: 'Completed',
  items: 'Items',
} as const;
type Name = keyof typeof LABELS;

export function inWords(name: Name, values: Readonly<Partial<Record<Name, string | boolean | null>>>) {
  const value = values[name] ?? null;
  if (value === null) return [LABELS[name], name === 'holder' ? 'nobody' : 'nothing'] as const;
  if (typeof value === 'boolean') return [LABELS[name], value ? 'yes' : 'no'] as const;
  return [LABELS[name], name === 'until' ? dayInWords(value) : value] as const;
}

/** In the dialog of an act on a task that replaces nothing: what somebody else has done to the task since it was opened. */
export function TaskWatched({ task }: { readonly task: WorkedTask }) {
  return <ChangedMeanwhile revision={useRevision({ ...holdOf(task), ...standingOf(task) })} inWords={inWords} />;
}

interface HoldersWatchedProps {
  readonly tasks: readonly WorkedTask[];
  readonly labelOf: (taskId: string) => string;
}

/** In the dialog of an act on several tasks: which of them have changed hands since it was opened. */
export function HoldersWatched({ tasks, labelOf }: HoldersWatchedProps) {
  const holders = Object.fromEntries(tasks.map((task) => [task.taskId, standingOf(task).holder]));
  const held = (taskId: string, by: typeof holders) =>
    [labelOf(taskId), inWords('holder', { holder: by[taskId] ?? null })[1]] as const;
  return <ChangedMeanwhile revision={useRevision(holders)} inWords={held} />;
}
