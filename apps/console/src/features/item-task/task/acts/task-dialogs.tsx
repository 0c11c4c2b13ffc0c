import type { Outcome } from '@throughline/domain';
import { AssignTasks } from './assign-tasks.js';
import { AssignTrackingNumberDialog } from './assign-tracking-number.js';
import type { DialogAction, TaskActionProps } from './available-actions.js';
import { PutOnHold } from './hold-dialog.js';
import { MoveItemsDialog, StopByOutcome, StopItemsDialog } from './items-dialogs.js';

interface TaskActionDialogProps extends TaskActionProps {
  /** An outcome is one that stops items. */
  readonly action: DialogAction | Outcome;
  readonly onClose: () => void;
}

/** The dialog of an action. Loaded when opened. */
export function TaskActionDialog({ action, ...props }: TaskActionDialogProps) {
  if (typeof action === 'object') return <StopByOutcome {...props} outcome={action} />;
  switch (action) {
    case 'assign':
      return <AssignTasks tasks={[props.task]} onSettled={props.onSettled} onClose={props.onClose} />;
    case 'move':
      return <MoveItemsDialog {...props} />;
    case 'track':
      return <AssignTrackingNumberDialog {...props} />;
    case 'hold':
      return <PutOnHold {...props} />;
    case 'stop':
      return <StopItemsDialog {...props} />;
  }
}
