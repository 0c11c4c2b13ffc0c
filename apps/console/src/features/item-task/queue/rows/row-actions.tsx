import type { TaskQueueRow } from '@throughline/contracts';
import type { Outcome } from '@throughline/domain';
import { Divider, Menu, MenuItem, Typography } from '@mui/material';
import { ExplainedMenuItem } from '../../../../ui/hints/explained-menu-item.js';
import { ACTION_LABELS, availableActions, type TaskAction } from '../../task/acts/available-actions.js';
import { availableOutcomes, leadsToInWords, outcomeButtonLabel } from '../../task/outcome/available-outcomes.js';

interface RowActionsProps {
  readonly row: TaskQueueRow;
  readonly userId: string;
  readonly onRecord: (outcome: Outcome) => void;
  readonly onAct: (action: TaskAction) => void;
  readonly open: boolean;
  readonly anchorEl: HTMLElement | null;
  readonly onClose: () => void;
}

/** The menu of a row. Loaded when opened. */
export function RowActions({ row, userId, onRecord, onAct, ...menu }: RowActionsProps) {
  const outcomes = availableOutcomes(row, userId);
  return (
    <Menu {...menu}>
      {outcomes.map((outcome) => (
        <MenuItem key={outcome.name} dense onClick={() => onRecord(outcome)} sx={{ gap: 2 }}>
          {outcomeButtonLabel(outcome)}
          <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 'auto' }}>
            {outcome.asksOrderId ? 'on its page' : leadsToInWords(outcome)}
          </Typography>
        </MenuItem>
      ))}
      {outcomes.length > 0 ? <Divider /> : null}
      {availableActions(row, userId).map((action) => (
        <ExplainedMenuItem
          key={action}
          of={ACTION_LABELS[action]}
          dense
          onClick={() => onAct(action)}
          {...(action === 'stop' && { sx: { color: 'error.main' } })}
        >
          {ACTION_LABELS[action]}
        </ExplainedMenuItem>
      ))}
    </Menu>
  );
}
