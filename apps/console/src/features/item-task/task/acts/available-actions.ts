import { type Assignee, type Hold, type TaskName, taskRow } from '@throughline/domain';

/** Labels of the buttons in the order of the screen. An ellipsis announces a dialog. */
export const ACTION_LABELS = {
  claim: 'Claim',
  release: 'Release',
  assign: 'Assign…',
  move: 'Another task…',
  resume: 'Take off hold',
  hold: 'Put on hold…',
  track: 'Add tracking number…',
  stop: 'Stop items…',
} as const satisfies Record<string, string>;
/** Labels of the actions on stopped items. */
export const END_LABELS = { unstop: 'Take up again…', cancel: 'Cancel items…' } as const;

export type TaskAction = keyof typeof ACTION_LABELS;

/** Actions without a dialog: their endpoints, and their announcements. */
export const DIRECT_ACTIONS = {
  claim: { endpoint: 'POST /tasks/{taskId}/claim', done: (task: string) => `${task} is yours` },
  release: { endpoint: 'POST /tasks/{taskId}/release', done: (task: string) => `${task} was released` },
  resume: { endpoint: 'POST /tasks/{taskId}/resume', done: (task: string) => `${task} is no longer on hold` },
} as const;
export type DirectAction = keyof typeof DIRECT_ACTIONS;

export type DialogAction = Exclude<TaskAction, DirectAction>;
export const opensDialog = (action: TaskAction): action is DialogAction => !Object.hasOwn(DIRECT_ACTIONS, action);

interface ActedOn {
  readonly task: TaskName;
  readonly assignee: Assignee | null;
  readonly onHold?: Hold | null;
  readonly completedAt: string | null;
}

/** The actions that the API would accept. A task of another person can be assigned and stopped, but not worked. */
export function availableActions(
  { task, assignee, onHold = null, completedAt }: ActedOn,
  userId: string,
): readonly TaskAction[] {
  if (completedAt !== null) return [];
  const [nobodys, mine] = [assignee === null, assignee?.userId === userId];
  const offered: Record<TaskAction, boolean> = {
    claim: nobodys,
    release: mine,
    assign: true,
    move: nobodys || mine,
    resume: (nobodys || mine) && onHold !== null,
    hold: nobodys || mine,
    track: taskRow(task).step >= taskRow('Shipped').step,
    stop: true,
  };
  return (Object.keys(ACTION_LABELS) as TaskAction[]).filter((action) => offered[action]);
}

/** The part of an item that actions need. */
export interface WorkedItem {
  readonly id: number;
  readonly item: string;
  /** Absent in a row of the queue, whose items have it in their names. */
  readonly option?: { readonly name: string } | null;
  readonly qty: number;
}

/** The part of a task that actions need. */
export interface WorkedTask {
  readonly taskId: string;
  readonly referralId: string;
  readonly task: TaskName;
  readonly onHold?: Hold | null;
  readonly assignee: { readonly userId: string; readonly name: string } | null;
  readonly completedAt: string | null;
  /** Only a row of the queue says whether a stop completed the task. */
  readonly stopped?: true;
  readonly items: readonly WorkedItem[];
  readonly memberLastName: string;
  readonly memberFirstName: string;
}

/** How a screen names a task among others: `Log CMN of Ruiz, Maria`. */
export const nameOfTask = ({
  task,
  memberLastName,
  memberFirstName,
}: Pick<WorkedTask, 'task' | 'memberLastName' | 'memberFirstName'>): string =>
  `${task} of ${memberLastName}, ${memberFirstName}`;

/** The props of every task action. */
export interface TaskActionProps {
  readonly task: WorkedTask;
  /** Called after every answer, including a refusal, because another person may have changed the task. */
  readonly onSettled: () => void;
}

/** The props of every dialog of a task. */
export interface TaskDialogProps extends TaskActionProps {
  readonly onClose: () => void;
}

/** The hold of a task, in the form of a command's `seen`. */
export const seenHold = ({ onHold }: Pick<WorkedTask, 'onHold'>) => ({
  hold: onHold ? { until: onHold.until, reason: onHold.reason } : null,
});

/** The hold and the items of a task, for an outcome of all items. */
export const seenTask = (task: Pick<WorkedTask, 'onHold' | 'items'>) => ({
  ...seenHold(task),
  itemIds: task.items.map(({ id }) => id),
});
