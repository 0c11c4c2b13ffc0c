import type { TaskQueueRow } from '@throughline/contracts';
import { useEffect, useMemo, useState } from 'react';
import { call, readPosition } from '../../../api/api.js';
import { toast } from '../../../ui/announcer.js';
import type { RowChange, RowReading } from './rows/live-rows.js';
import { addressOf, queueQueryOf, type QueueView } from './queue-view.js';

/** Limits how many tasks one act is for: the most that the API reads, and assigns, at once. */
export const MAX_CHOSEN = 100;

/** A task as it was when the person chose it. */
export interface ChosenTask {
  readonly row: TaskQueueRow;
  /** The position of the log that the page had read by then. */
  readonly position: number | undefined;
}

interface Queue {
  /** The rows on screen. */
  readonly shown: readonly TaskQueueRow[];
  /** The latest change of each task since the page was read. */
  readonly changes: readonly RowChange[];
  /** The tasks that were read after an act of the person. */
  readonly readings: readonly RowReading[];
}

type Chosen = ReadonlyMap<string, ChosenTask>;
const NONE: Chosen = new Map();

const chosenNow = (row: TaskQueueRow): readonly [string, ChosenTask] => [row.taskId, { row, position: readPosition() }];

/**
 * The chosen tasks of the queue, on all its pages. Each is kept as it was when it was chosen, so that an act on it says what its author
 * saw, although a colleague may have acted since (decision 0101). Another tab, search or filter clears the choice; another page or order
 * does not.
 */
export function useChosenTasks(view: QueueView, { shown, changes, readings }: Queue) {
  const [held, setChosen] = useState(NONE);
  const now = new Map(changes.map(({ key, row }) => [key, row as TaskQueueRow] as const));
  for (const row of shown) now.set(row.taskId, row);
  // The person has seen what came of their own act, or of its refusal.
  const seenSince = readings.filter(({ key, log = 0 }) => held.has(key) && log > (held.get(key)?.position ?? 0));
  if (seenSince.length > 0)
    setChosen(new Map([...held, ...seenSince.map(({ key, row, log }) => [key, { row, position: log }] as const)]));

  const question = addressOf({ ...view, page: 0, sort: { field: 'dueAt', sort: 'asc' } }).toString();
  useEffect(() => setChosen(NONE), [question]);
  const taskIds: ReadonlySet<string> = useMemo(() => new Set(held.keys()), [held]);
  const select = (wanted: ReadonlySet<string>) => {
    const added = shown.filter(({ taskId }) => wanted.has(taskId) && !held.has(taskId));
    const next = new Map([...[...held].filter(([taskId]) => wanted.has(taskId)), ...added.map(chosenNow)]);
    if (next.size > MAX_CHOSEN) toast(`At most ${MAX_CHOSEN} tasks can be chosen at once.`, 'error');
    else setChosen(next);
  };
  return {
    taskIds,
    select,
    /** Takes tasks out of the present choice: it may be another one than when an act on them was begun. */
    drop: (done: readonly string[]) =>
      setChosen((before) => new Map([...before].filter(([taskId]) => !done.includes(taskId)))),
    toggle: ({ taskId }: TaskQueueRow) =>
      select(new Set(held.has(taskId) ? [...taskIds].filter((one) => one !== taskId) : [...taskIds, taskId])),
    /** As they were chosen, and as the page knows them now. */
    tasks: [...held.values()].map((chosen) => ({ chosen, row: now.get(chosen.row.taskId) ?? chosen.row })),
    notShown: [...taskIds].filter((taskId) => shown.every((row) => row.taskId !== taskId)).length,
    /** Chooses the first tasks of all pages; those that are chosen stay as they were. */
    selectAll: async () => {
      const query = { ...queueQueryOf({ ...view, page: 0 }), pageSize: MAX_CHOSEN };
      const { rows } = await call('GET /tasks', { query });
      setChosen((before) => new Map(rows.map((row) => [row.taskId, before.get(row.taskId) ?? chosenNow(row)[1]])));
    },
  };
}

export type ChosenTasks = ReturnType<typeof useChosenTasks>;
