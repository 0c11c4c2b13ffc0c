import type { User } from '@throughline/contracts';
import { Box, ListItemIcon, MenuItem, MenuList, Popover, Typography } from '@mui/material';
import { useColorScheme } from '@mui/material/styles';
import { Check, LogOut } from '../ui/icons.js';
import { signOut } from '../session/sign-out.js';

const MODES = [
  ['system', 'Use system theme'],
  ['light', 'Light theme'],
  ['dark', 'Dark theme'],
] as const;

interface AccountMenuProps {
  readonly user: User | null;
  readonly name: string;
  readonly anchorEl: HTMLElement;
  readonly onClose: () => void;
}

/** The theme and Logout. Loaded when it is opened. */
export function AccountMenu({ user, name, anchorEl, onClose }: AccountMenuProps) {
  const { mode, setMode } = useColorScheme();
  return (
    <Popover
      anchorEl={anchorEl}
      open
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { sx: { minWidth: 220 } } }}
    >
      {user ? <WhoIsIn user={user} name={name} /> : null}
      <MenuList autoFocusItem dense aria-label="Account">
        {MODES.map(([value, label]) => (
          <MenuItem key={value} role="menuitemradio" aria-checked={mode === value} onClick={() => setMode(value)}>
            <ListItemIcon>{mode === value ? <Check size={16} aria-hidden /> : null}</ListItemIcon>
            {label}
          </MenuItem>
        ))}
        {user ? (
          <MenuItem onClick={() => void signOut()}>
            <ListItemIcon>
              <LogOut size={16} aria-hidden />
            </ListItemIcon>
            Logout
          </MenuItem>
        ) : null}
      </MenuList>
    </Popover>
  );
}

function WhoIsIn({ user, name }: { readonly user: User; readonly name: string }) {
  return (
    <Box sx={{ px: 2, py: 1, borderBottom: 1, borderColor: 'divider' }}>
      <Typography variant="subtitle2" component="div">
        {name}
      </Typography>
      <Typography variant="caption" component="div" color="textSecondary">
        {[user.email, user.company?.name].filter(Boolean).join(' · ')}
      </Typography>
    </Box>
  );
}
