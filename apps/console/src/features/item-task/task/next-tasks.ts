import type { CompleteTaskBody } from '@throughline/contracts';
import { STEPS, TASK_CATALOGUE, type TaskName, taskRow } from '@throughline/domain';

/** Tasks that items can go to from here, by the step that they belong to, in the order of the work. */
export function nextTasksByStep(
  current: TaskName,
): readonly { readonly step: string; readonly tasks: readonly TaskName[] }[] {
  return STEPS.map((label, step) => ({
    step: label,
    tasks: TASK_CATALOGUE.filter((row) => row.step === step && row.task !== current).map(({ task }) => task),
  })).filter(({ tasks }) => tasks.length > 0);
}

/**
 * The next task where the work leaves no choice, so that it need not be chosen; null where a person has to decide: the second
 * task of a step may be an attempt that failed or one that is not needed.
 */
export function onlyNextTask(current: TaskName): TaskName | null {
  const { step } = taskRow(current);
  const next = TASK_CATALOGUE.filter((row) => row.step === step + 1);
  const [first] = next;
  return first && (next.length === 1 || current === 'Create Patient') ? first.task : null;
}

/** Item id → where it goes; null: not chosen yet. */
export type Destinations = ReadonlyMap<number, TaskName | null>;

/** Items that go to the same task travel together; null as long as one has nowhere to go. */
export function movesTo(destinations: Destinations): CompleteTaskBody['moves'] | null {
  const byTask = new Map<TaskName, number[]>();
  for (const [itemId, task] of destinations) {
    if (task === null) return null;
    byTask.set(task, [...(byTask.get(task) ?? []), itemId]);
  }
  return [...byTask].map(([task, itemIds]) => ({ task, itemIds }));
}

/** Items that leave for the carrier, so that a tracking number can be given with them. */
export const shippedBy = (moves: CompleteTaskBody['moves']): readonly number[] =>
  moves.filter(({ task }) => task === 'Shipped').flatMap(({ itemIds }) => itemIds);
