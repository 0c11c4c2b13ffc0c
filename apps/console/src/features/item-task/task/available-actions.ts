import { type Assignee, type TaskName, taskRow } from '@throughline/domain';

export const TASK_ACTIONS = ['complete', 'claim', 'release', 'assign', 'move', 'track', 'stop'] as const;
export type TaskAction = (typeof TASK_ACTIONS)[number];

/** What stands on the button; three dots: something is asked first. */
export const ACTION_LABELS: Readonly<Record<TaskAction, string>> = {
  complete: 'Complete…',
  claim: 'Claim',
  release: 'Release',
  assign: 'Assign…',
  move: 'Move items…',
  track: 'Add tracking number…',
  stop: 'Stop items…',
};

interface ActedOn {
  readonly task: TaskName;
  readonly assignee: Assignee | null;
  readonly completedAt: string | null;
  readonly items: readonly unknown[];
}

/** Nothing that would be refused: what another person holds can be assigned and stopped, not worked. */
export function availableActions(
  { task, assignee, completedAt, items }: ActedOn,
  userId: string,
): readonly TaskAction[] {
  if (completedAt !== null) return [];
  const [nobodys, mine] = [assignee === null, assignee?.userId === userId];
  const offered: Record<TaskAction, boolean> = {
    complete: nobodys || mine,
    claim: nobodys,
    release: mine,
    assign: true,
    move: (nobodys || mine) && items.length > 1,
    track: taskRow(task).step >= taskRow('Shipped').step,
    stop: true,
  };
  return TASK_ACTIONS.filter((action) => offered[action]);
}
