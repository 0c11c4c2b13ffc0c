import type { TaskQueueRow } from '@throughline/contracts';
import { IconButton, Menu, MenuItem } from '@mui/material';
import { EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { useClaimTask } from '../components/claim-task.js';
import { useReleaseTask } from '../components/release-task.js';
import { ACTION_LABELS, availableActions, type TaskAction } from '../task/available-actions.js';
import { type AskedAction, isAsked } from '../task/task-dialog.js';
import { memberOf } from './member-name.js';

interface RowMenuProps {
  readonly row: TaskQueueRow;
  readonly userId: string;
  readonly onAsk: (action: AskedAction, row: TaskQueueRow) => void;
  readonly onSettled: (taskId: string) => void;
}

/** What can be done with a task without opening it. */
export function RowMenu({ row, userId, onAsk, onSettled }: RowMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const settle = { task: row, onSettled: () => onSettled(row.taskId) };
  const claim = useClaimTask(settle);
  const release = useReleaseTask(settle);
  const actions = availableActions(row, userId);
  if (actions.length === 0) return null;
  const act = (action: TaskAction) => {
    setAnchor(null);
    if (isAsked(action)) onAsk(action, row);
    else (action === 'claim' ? claim : release).mutate(row.taskId);
  };
  return (
    <>
      <IconButton
        size="small"
        aria-label={`Actions for ${row.task} of ${memberOf(row)}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        // Not disabled meanwhile: a button that is disabled loses the focus, and the place in the queue with it.
        aria-busy={claim.isPending || release.isPending}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <EllipsisVertical size={16} aria-hidden />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {actions.map((action) => (
          <MenuItem
            key={action}
            dense
            onClick={() => act(action)}
            {...(action === 'stop' && { sx: { color: 'error.main' } })}
          >
            {ACTION_LABELS[action]}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
