import type { TaskName } from '@throughline/domain';

/** An item as far as an action names it. */
export interface WorkedItem {
  readonly id: number;
  readonly item: string;
  readonly qty: number;
}

/** What an action has to know of the task that it is about; rows of the queue and the task's page both have it. */
export interface WorkedTask {
  readonly taskId: string;
  readonly referralId: string;
  readonly task: TaskName;
  readonly items: readonly WorkedItem[];
}

/** What every action of a task takes. */
export interface TaskActionProps {
  readonly task: WorkedTask;
  /** Called when the world may have changed, also after a refusal: somebody else may have been first. */
  readonly onSettled: () => void;
}

export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
