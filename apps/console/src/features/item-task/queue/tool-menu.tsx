import { ListItemIcon, Menu, MenuItem } from '@mui/material';
import { Link } from 'react-router-dom';
import { Download, Keyboard } from '../../../ui/icons/opened-icons.js';
import { NOTES_TO_ACT_ON } from './queue-tabs.js';

interface ToolMenuProps {
  readonly open: boolean;
  readonly anchorEl: HTMLElement | null;
  readonly onClose: () => void;
  readonly onExport: () => void;
  readonly onHelp: () => void;
}

/** What is done to the whole list of the queue. Loaded when opened. */
export function ToolMenu({ onExport, onHelp, ...menu }: ToolMenuProps) {
  return (
    <Menu {...menu} slotProps={{ list: { 'aria-label': 'More for this list' } }}>
      <MenuItem onClick={onExport}>
        <ListItemIcon>
          <Download size={16} aria-hidden />
        </ListItemIcon>
        Export as CSV
      </MenuItem>
      <MenuItem onClick={onHelp}>
        <ListItemIcon>
          <Keyboard size={16} aria-hidden />
        </ListItemIcon>
        Keyboard shortcuts
      </MenuItem>
      <MenuItem component={Link} to={NOTES_TO_ACT_ON} sx={{ display: { sm: 'none' } }}>
        Notes to act on
      </MenuItem>
    </Menu>
  );
}
