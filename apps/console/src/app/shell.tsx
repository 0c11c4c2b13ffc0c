import { Alert, Box, Button, Link, Typography } from '@mui/material';
import { useAtomValue } from 'jotai';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { retryIdentity } from '../session/follow-identity.js';
import { SessionWatch } from '../session/session-watch.js';
import { consoleConfigAtom, sessionAtom } from '../session/session.js';
import { SignInPlace } from '../session/sign-in-place.js';
import { PAGE_EDGE } from '../theme/theme.js';
import { Announcer } from '../ui/announcer.js';
import { Header } from './header.js';

/** The frame around every page. */
export function Shell() {
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <SkipLink />
      <Header />
      <Box component="main" id="main" tabIndex={-1} sx={{ flex: 1, px: PAGE_EDGE, py: 3, minWidth: 0 }}>
        <SessionFailure />
        <Outlet />
      </Box>
      <Footer />
      <SignInPlace />
      <SessionWatch />
      <Announcer />
      <ScrollRestoration />
    </Box>
  );
}

function SkipLink() {
  return (
    <Link
      href="#main"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}
      sx={{
        position: 'absolute',
        left: 8,
        top: -60,
        zIndex: 'tooltip',
        p: 1,
        bgcolor: 'background.paper',
        borderRadius: 1,
        '&:focus': { top: 8 },
      }}
    >
      Skip to content
    </Link>
  );
}

/** The tokens are valid, but the account could not be loaded. */
function SessionFailure() {
  const session = useAtomValue(sessionAtom);
  if (session.status !== 'loggedOut' || session.failure === null) return null;
  return (
    <Alert
      severity="error"
      sx={{ mb: 2 }}
      action={
        <Button color="inherit" size="small" onClick={() => void retryIdentity()}>
          Retry
        </Button>
      }
    >
      Your account could not be loaded, so you are not signed in. {session.failure}
    </Alert>
  );
}

export function Footer() {
  const { version } = useAtomValue(consoleConfigAtom);
  return (
    <Typography component="footer" variant="caption" color="textSecondary" sx={UNDER_THE_PAGE}>
      Throughline v{version.replace(/^v/, '')} · © 2025 Throughline Medical Supply
    </Typography>
  );
}

/** Hidden until the page above it is there (`data-coming`), because the page would push it down. */
const UNDER_THE_PAGE = { px: PAGE_EDGE, py: 2, 'main:has([data-coming]) + &': { visibility: 'hidden' } };
