import type { User } from '@throughline/contracts';
import { Box, ListItemIcon, MenuItem, MenuList, Popover, Typography } from '@mui/material';
import { useColorScheme } from '@mui/material/styles';
import { Check } from '../ui/icons/icons.js';
import { LogOut } from '../ui/icons/opened-icons.js';
import { mayManageSomeAccounts } from '@throughline/domain';
import { useSetAtom } from 'jotai';
import { Link } from 'react-router-dom';
import { registerOpenAtom } from '../session/session.js';
import { signOut } from '../session/sign-out.js';
import english from '../../texts/en/menu.json' with { type: 'json' };
import { textsOf, useLanguage } from '../language/language.js';

const useTexts = textsOf('menu', english);

const MODES = [
  ['system', 'systemTheme'],
  ['light', 'lightTheme'],
  ['dark', 'darkTheme'],
] as const;

interface AccountMenuProps {
  readonly user: User | null;
  readonly name: string;
  readonly anchorEl: HTMLElement;
  readonly onClose: () => void;
}

/** Admin, Profile, the theme and Logout; for a visitor, Register and the theme. Loaded when the menu is opened. */
export function AccountMenu({ user, name, anchorEl, onClose }: AccountMenuProps) {
  const t = useTexts();
  const { mode, setMode } = useColorScheme();
  const setRegistering = useSetAtom(registerOpenAtom);
  const places = user ? placesOf(user) : [];
  return (
    <Popover
      lang={useLanguage()}
      anchorEl={anchorEl}
      open
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      // The name above the menu is no part of it: without a role, it would be outside of all landmarks.
      slotProps={{ paper: { role: 'dialog', 'aria-label': t('account'), sx: { minWidth: 220 } } }}
    >
      {user ? <WhoIsIn user={user} name={name} /> : null}
      <MenuList autoFocusItem dense aria-label={t('account')}>
        {places.map(([to, text]) => (
          <MenuItem key={to} component={Link} to={to} onClick={onClose}>
            <ListItemIcon />
            {t(text)}
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
            {t('register')}
          </MenuItem>
        )}
        {MODES.map(([value, text]) => (
          <MenuItem key={value} role="menuitemradio" aria-checked={mode === value} onClick={() => setMode(value)}>
            <ListItemIcon>{mode === value ? <Check size={16} aria-hidden /> : null}</ListItemIcon>
            {t(text)}
          </MenuItem>
        ))}
        {user ? (
          <MenuItem onClick={() => void signOut()}>
            <ListItemIcon>
              <LogOut size={16} aria-hidden />
            </ListItemIcon>
            {t('logout')}
          </MenuItem>
        ) : null}
      </MenuList>
    </Popover>
  );
}

/** Access specification, section 2. A site administrator sees only the people of their company. */
function placesOf(user: User): readonly (readonly [to: string, text: keyof typeof english])[] {
  return [
    ...(mayManageSomeAccounts(user) ? [['/admin', user.admin ? 'admin' : 'myCompany'] as const] : []),
    ['/user', 'profile'],
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
