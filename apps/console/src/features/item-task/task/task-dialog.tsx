import { AssignTasks } from '../components/assign-tasks.js';
import { AssignTrackingNumber } from '../components/assign-tracking-number.js';
import { CompleteTask } from '../components/complete-task.js';
import { MoveItems } from '../components/move-items.js';
import { StopItems } from '../components/stop-items.js';
import type { TaskAction } from './available-actions.js';
import type { TaskActionProps } from './worked-task.js';

/** Actions that ask something first. */
export type AskedAction = Exclude<TaskAction, 'claim' | 'release'>;
export const isAsked = (action: TaskAction): action is AskedAction => action !== 'claim' && action !== 'release';

interface TaskDialogProps extends TaskActionProps {
  readonly action: AskedAction;
  readonly onClose: () => void;
}

/** The question of an action. */
export function TaskDialog({ action, ...props }: TaskDialogProps) {
  switch (action) {
    case 'complete':
      return <CompleteTask {...props} />;
    case 'assign':
      return <AssignTasks taskIds={[props.task.taskId]} onSettled={props.onSettled} onClose={props.onClose} />;
    case 'move':
      return <MoveItems {...props} />;
    case 'track':
      return <AssignTrackingNumber {...props} />;
    case 'stop':
      return <StopItems {...props} />;
  }
}
