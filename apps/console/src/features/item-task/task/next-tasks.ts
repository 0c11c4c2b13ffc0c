import { assignTrackingBody, type CompleteTaskBody } from '@throughline/contracts';
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

/** What the dialog for completing a task holds. */
export interface Completion extends Parcel {
  /** By `keyOfItem`; empty: no task is chosen yet. */
  destinations: Record<string, TaskName | ''>;
}

/** A parcel of shipped items. */
export interface Parcel {
  carrier: string;
  number: string;
}
export const NO_PARCEL: Parcel = { carrier: '', number: '' };

export const isBlank = ({ carrier, number }: Parcel): boolean => carrier.trim() === '' && number.trim() === '';

/** A path of a form may not end in a number, which would make the record a list. */
export const keyOfItem = (itemId: number): string => `item${itemId}`;
const itemIdOf = (key: string): number => Number(key.slice('item'.length));

/** The same next task for every item; null: to be chosen. */
export const allTo = (itemIds: readonly number[], task: TaskName | null): Completion['destinations'] =>
  Object.fromEntries(itemIds.map((itemId) => [keyOfItem(itemId), task ?? '']));

/** Moves for the request: items that go to the same task go together. Null if an item has no next task yet. */
export function movesTo(destinations: Completion['destinations']): CompleteTaskBody['moves'] | null {
  const byTask = new Map<TaskName, number[]>();
  for (const [key, task] of Object.entries(destinations)) {
    if (task === '') return null;
    byTask.set(task, [...(byTask.get(task) ?? []), itemIdOf(key)]);
  }
  return [...byTask].map(([task, itemIds]) => ({ task, itemIds }));
}

/** Items that are handed to the carrier: a tracking number can be recorded for them. */
export const shippedBy = (moves: CompleteTaskBody['moves']): readonly number[] =>
  moves.filter(({ task }) => task === 'Shipped').flatMap(({ itemIds }) => itemIds);

const parcelShape = assignTrackingBody.pick({ carrier: true, number: true });

/** Path of a field → message. A tracking number can be left out with its carrier, not one without the other. */
export function completionFaults({ destinations, ...parcel }: Completion): readonly (readonly [string, string])[] {
  const missing = Object.entries(destinations)
    .filter(([, task]) => task === '')
    .map(([key]) => [`destinations.${key}`, 'Choose the next task.'] as const);
  const isShipped = Object.values(destinations).includes('Shipped');
  const issues = isShipped && !isBlank(parcel) ? (parcelShape.safeParse(parcel).error?.issues ?? []) : [];
  return [...missing, ...issues.map(({ path, message }) => [String(path[0]), message] as const)];
}
