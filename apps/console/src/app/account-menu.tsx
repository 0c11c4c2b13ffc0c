import type { User } from '@throughline/contracts';
import { Box, ListItemIcon, MenuItem, MenuList, Popover, Typography } from '@mui/material';
import { useColorScheme } from '@mui/material/styles';
import { Check, LogOut } from '../ui/icons.js';
import { mayManageSomeAccounts } from '@throughline/domain';
import { useSetAtom } from 'jotai';
import { Link } from 'react-router-dom';
import { registerOpenAtom } from '../session/session.js';
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

/** Admin, Profile, the theme and Logout; for a visitor, Register and the theme. Loaded when it is opened. */
export function AccountMenu({ user, name, anchorEl, onClose }: AccountMenuProps) {
  const { mode, setMode } = useColorScheme();
  const setRegistering = useSetAtom(registerOpenAtom);
  const places = user ? placesOf(user) : [];
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
        {places.map(([to, label]) => (
          <MenuItem key={to} component={Link} to={to} onClick={onClose}>
            <ListItemIcon />
            {label}
          </MenuItem>
        ))}
        {user ? null : (
          <MenuItem
            onClick={() => {
              onClose();
              setRegistering(true);
            }}
          >
            <ListItemIcon />
            Register
          </MenuItem>
        )}
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

/** Access specification, section 2. A company's site administrator has the people of the company. */
function placesOf(user: User): readonly (readonly [to: string, label: string])[] {
  return [
    ...(mayManageSomeAccounts(user) ? [['/admin', user.admin ? 'Admin' : 'My company'] as const] : []),
    ['/user', 'Profile'],
  ];
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
