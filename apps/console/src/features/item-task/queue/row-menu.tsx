import type { TaskQueueRow } from '@throughline/contracts';
import { IconButton } from '@mui/material';
import { EllipsisVertical } from '../../../ui/icons.js';
import { onDemand, useOpening } from '../../../ui/on-demand.js';
import { useDirectActions } from '../components/claim-tasks.js';
import { type AskedAction, availableActions, isAsked, type TaskAction } from '../task/available-actions.js';

const RowActions = onDemand(async () => (await import('./row-actions.js')).RowActions);

interface RowMenuProps {
  readonly row: TaskQueueRow;
  readonly userId: string;
  readonly onAsk: (action: AskedAction, row: TaskQueueRow) => void;
  readonly onSettled: (taskId: string) => void;
}

/** What can be done with a task without opening it. */
export function RowMenu({ row, userId, onAsk, onSettled }: RowMenuProps) {
  const { show, part, hasOpened } = useOpening();
  const direct = useDirectActions({ task: row, onSettled: () => onSettled(row.taskId) });
  const actions = availableActions(row, userId);
  if (actions.length === 0) return null;
  const act = (action: TaskAction) => {
    part.onClose();
    if (isAsked(action)) onAsk(action, row);
    else direct[action].mutate({ params: { taskId: row.taskId } });
  };
  return (
    <>
      <IconButton
        size="small"
        aria-label={`Actions for ${row.task} of ${memberOf(row)}`}
        aria-haspopup="menu"
        aria-expanded={part.open}
        // Not disabled during the request: a disabled button loses the focus.
        aria-busy={Object.values(direct).some(({ isPending }) => isPending)}
        onClick={show}
        onPointerEnter={RowActions.preload}
        onFocus={RowActions.preload}
      >
        <EllipsisVertical size={16} aria-hidden />
      </IconButton>
      {hasOpened ? <RowActions {...part} actions={actions} onAct={act} onFailed={part.onClose} /> : null}
    </>
  );
}

export const memberOf = ({
  memberLastName,
  memberFirstName,
}: Pick<TaskQueueRow, 'memberLastName' | 'memberFirstName'>): string => `${memberLastName}, ${memberFirstName}`;
