import { Alert, Box, Button, Link } from '@mui/material';
import { useAtomValue } from 'jotai';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { retryIdentity } from '../session/follow-identity.js';
import { sessionAtom } from '../session/session.js';
import { SessionWatch } from '../session/session-watch.js';
import { SignInDialog } from '../session/sign-in-dialog.js';
import { Announcer } from '../ui/announcer.js';
import { Footer } from './footer.js';
import { Header } from './header.js';

/** What every page stands in. */
export function Shell() {
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <SkipLink />
      <Header />
      <Box component="main" id="main" tabIndex={-1} sx={{ flex: 1, px: { xs: 2, sm: 3 }, py: 3, minWidth: 0 }}>
        <SessionFailure />
        <Outlet />
      </Box>
      <Footer />
      <SignInDialog />
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

/** The tokens hold but the account could not be read. */
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
