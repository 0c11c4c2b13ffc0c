import type { User } from '@throughline/contracts';
import { Box, Button, ListItemIcon, MenuItem, MenuList, Popover, Typography } from '@mui/material';
import { useColorScheme } from '@mui/material/styles';
import { useAtomValue, useSetAtom } from 'jotai';
import { Check, ChevronDown, LogIn, LogOut, SunMoon } from 'lucide-react';
import { useState } from 'react';
import { sessionAtom, signInOpenAtom } from '../session/session.js';
import { signOut } from '../session/sign-out.js';

const MODES = [
  ['system', 'Theme as the system'],
  ['light', 'Light theme'],
  ['dark', 'Dark theme'],
] as const;

/** Who is signed in, the theme, and the way out; for a visitor the way in. */
export function UserMenu() {
  const { status, user } = useAtomValue(sessionAtom);
  const openSignIn = useSetAtom(signInOpenAtom);
  const { mode, setMode } = useColorScheme();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const name = user ? `${user.firstName} ${user.lastName}`.trim() || user.email : 'Visitor';
  return (
    <>
      {status === 'loggedOut' ? (
        <Button
          variant="outlined"
          size="small"
          startIcon={<LogIn size={16} aria-hidden />}
          onClick={() => openSignIn(true)}
          sx={{ minWidth: { xs: 0, sm: 64 }, '& > .MuiButton-startIcon': { display: { xs: 'none', sm: 'inherit' } } }}
        >
          Login
        </Button>
      ) : null}
      <Button
        color="inherit"
        size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={user ? `Account: ${name}` : 'Theme'}
        endIcon={<ChevronDown size={16} aria-hidden />}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minWidth: { xs: 0, sm: 64 } }}
      >
        <Box
          component="span"
          sx={{
            maxWidth: 160,
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            display: { xs: 'none', sm: user ? 'none' : 'inline', lg: 'inline' },
          }}
        >
          {user ? name : 'Theme'}
        </Box>
        {user ? <Initials of={name} /> : <ThemeSign />}
      </Button>
      <Popover
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
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
    </>
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

/** Where there is no room for the word. */
const ThemeSign = () => (
  <Box component="span" sx={{ display: { sm: 'none' }, lineHeight: 0 }}>
    <SunMoon size={16} aria-hidden />
  </Box>
);

function Initials({ of }: { readonly of: string }) {
  const letters = of.split(/\s+/).map((part) => part[0]?.toUpperCase() ?? '').join('').slice(0, 2); // prettier-ignore
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        display: { lg: 'none' },
        flex: 'none',
        width: 28,
        height: 28,
        borderRadius: '50%',
        border: 1,
        borderColor: 'control',
        fontSize: '0.75rem',
        lineHeight: '26px',
      }}
    >
      {letters}
    </Box>
  );
}
