import type { TaskQueueRow } from '@throughline/contracts';
import { type Outcome, pathTo, stopReasonOf } from '@throughline/domain';
import { IconButton } from '@mui/material';
import { useNavigate } from 'react-router-dom';
import { EllipsisVertical } from '../../../../ui/icons/page-icons.js';
import { onDemand, useOpening } from '../../../../ui/page/on-demand.js';
import { requestOf, useDirectActions } from '../../task/acts/direct-actions.js';
import { useLostAnswer } from '../../../../meanwhile/use-lost-answer.js';
import { useRecordOutcome, useUndoShown } from '../../task/outcome/use-record-outcome.js';
import { useQueueBehind } from '../../task/walk/task-link.js';
import {
  nameOfTask,
  type DialogAction,
  availableActions,
  opensDialog,
  type TaskAction,
  seenTask,
} from '../../task/acts/available-actions.js';

const RowActions = onDemand(async () => (await import('./row-actions.js')).RowActions);

export interface RowMenuProps {
  readonly row: TaskQueueRow;
  readonly userId: string;
  /** An outcome is one that stops items. */
  readonly onOpenDialog: (action: DialogAction | Outcome, row: TaskQueueRow) => void;
  readonly onSettled: (taskId: string) => void;
}

/** The actions on a task that are possible without opening it. */
export function RowMenu({ row, userId, onOpenDialog, onSettled }: RowMenuProps) {
  const { show, part, hasOpened } = useOpening();
  const direct = useDirectActions({ task: row, onSettled: () => onSettled(row.taskId) });
  const record = useRecordOutcome({ task: row, onSettled: () => onSettled(row.taskId) }, { announceErrors: true });
  useLostAnswer(record, row.completedAt !== null);
  useUndoShown((id) => id === record.data?.outcomeId && row.undoneAt !== undefined);
  const navigate = useNavigate();
  const behind = useQueueBehind();
  if (availableActions(row, userId).length === 0) return null;
  const act = (action: TaskAction) => {
    part.onClose();
    if (opensDialog(action)) onOpenDialog(action, row);
    else direct[action].mutate(requestOf(action, row));
  };
  const recordOutcome = (outcome: Outcome) => {
    part.onClose();
    // An outcome that needs an order id is recorded on the task's page, which has a field for it.
    if (outcome.asksOrderId) void navigate(pathTo.task(row.taskId), { state: behind });
    else if (stopReasonOf(outcome) !== null) onOpenDialog(outcome, row);
    else record.mutate({ params: { taskId: row.taskId }, body: { outcome: outcome.name, seen: seenTask(row) } });
  };
  return (
    <>
      <IconButton
        size="small"
        aria-label={`Actions for ${nameOfTask(row)}`}
        aria-haspopup="menu"
        aria-expanded={part.open}
        // The button is not disabled during a request, because a disabled button loses the focus.
        aria-busy={record.isPending || Object.values(direct).some(({ isPending }) => isPending)}
        onClick={show}
        onPointerEnter={RowActions.preload}
        onFocus={RowActions.preload}
      >
        <EllipsisVertical size={16} aria-hidden />
      </IconButton>
      {hasOpened ? (
        <RowActions {...part} row={row} userId={userId} onRecord={recordOutcome} onAct={act} onFailed={part.onClose} />
      ) : null}
    </>
  );
}
