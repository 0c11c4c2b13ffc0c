import { Box, Button } from '@mui/material';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { ChevronDown, LogIn, SunMoon } from '../ui/icons/icons.js';
import { useEffect, useState } from 'react';
import { registerOpenAtom, sessionAtom, signInOpenAtom } from '../session/session.js';
import { preloadSignIn } from '../session/sign-in/sign-in-place.js';
import { tabStorage } from '../session/storage/browser-storage.js';
import { goesOnAfterReload, REGISTERING } from '../session/storage/stored.js';
import { onDemand } from '../ui/page/on-demand.js';
import english from '../../texts/en/shell.json' with { type: 'json' };
import { textsOf } from '../language/language.js';

const useTexts = textsOf('shell', english);

const AccountMenu = onDemand(async () => (await import('./account-menu.js')).AccountMenu);

const RegisterDialog = onDemand(
  async () => (await import('../features/account/register/register-dialog.js')).RegisterDialog,
);

/** The account, the theme and Logout; for a visitor, Login, Register and the theme. */
export function UserMenu() {
  const t = useTexts();
  const { status, user } = useAtomValue(sessionAtom);
  const openSignIn = useSetAtom(signInOpenAtom);
  const [registering, setRegistering] = useAtom(registerOpenAtom);
  const closeRegister = () => setRegistering(false);
  // A reload goes on with a registration.
  const isVisitor = status === 'loggedOut';
  useEffect(() => {
    if (isVisitor && goesOnAfterReload(tabStorage, REGISTERING)) setRegistering(true);
  }, [isVisitor, setRegistering]);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const name = user ? `${user.firstName} ${user.lastName}`.trim() || user.email : t('visitor');
  return (
    <>
      {isVisitor ? (
        <Button
          variant="outlined"
          size="small"
          startIcon={<LogIn size={16} aria-hidden />}
          onClick={() => openSignIn(true)}
          onPointerEnter={preloadSignIn}
          onFocus={preloadSignIn}
          sx={{
            flex: 'none',
            minWidth: { xs: 0, sm: 64 },
            '& > .MuiButton-startIcon': { display: { xs: 'none', sm: 'inherit' } },
          }}
        >
          {t('login')}
        </Button>
      ) : null}
      {isVisitor ? (
        <Button
          size="small"
          onClick={() => setRegistering(true)}
          onPointerEnter={RegisterDialog.preload}
          onFocus={RegisterDialog.preload}
          sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
        >
          {t('register')}
        </Button>
      ) : null}
      {registering ? <RegisterDialog onClose={closeRegister} onFailed={closeRegister} /> : null}
      <Button
        color="inherit"
        size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={user ? t('account', { name }) : t('theme')}
        endIcon={<ChevronDown size={16} aria-hidden />}
        onClick={(event) => setAnchor(event.currentTarget)}
        onPointerEnter={AccountMenu.preload}
        onFocus={AccountMenu.preload}
        sx={{
          flex: 'none',
          minWidth: { xs: 0, sm: 64 },
          '& > .MuiButton-endIcon': { display: { xs: 'none', sm: 'inherit' } },
        }}
      >
        <Box
          component="span"
          sx={{
            maxWidth: 160,
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            display: { xs: 'none', sm: user ? 'none' : 'inline', xl: 'inline' },
          }}
        >
          {user ? name : t('theme')}
        </Box>
        {user ? <Initials of={name} /> : <ThemeSign />}
      </Button>
      {anchor ? <AccountMenu user={user} name={name} anchorEl={anchor} onClose={close} onFailed={close} /> : null}
    </>
  );
}

/** The icon that replaces the word on narrow screens. */
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
      // Drawn with CSS, because a label in letters would have to be part of the button's name.
      data-letters={letters}
      sx={{
        display: { xl: 'none' },
        flex: 'none',
        width: 28,
        height: 28,
        borderRadius: '50%',
        border: 1,
        borderColor: 'control',
        fontSize: '0.75rem',
        lineHeight: '26px',
        '&::before': { content: 'attr(data-letters)' },
      }}
    />
  );
}
