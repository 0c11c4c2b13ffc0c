import { Menu, MenuItem } from '@mui/material';
import { ACTION_LABELS, type TaskAction } from '../task/available-actions.js';

interface RowActionsProps {
  readonly actions: readonly TaskAction[];
  readonly onAct: (action: TaskAction) => void;
  readonly open: boolean;
  readonly anchorEl: HTMLElement | null;
  readonly onClose: () => void;
}

/** The menu of a row. Loaded when one is opened. */
export function RowActions({ actions, onAct, ...menu }: RowActionsProps) {
  return (
    <Menu {...menu}>
      {actions.map((action) => (
        <MenuItem
          key={action}
          dense
          onClick={() => onAct(action)}
          {...(action === 'stop' && { sx: { color: 'error.main' } })}
        >
          {ACTION_LABELS[action]}
        </MenuItem>
      ))}
    </Menu>
  );
}
