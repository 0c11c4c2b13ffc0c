import { Alert, Box, Button, Link } from '@mui/material';
import { useAtomValue } from 'jotai';
import { Outlet, ScrollRestoration, useMatches } from 'react-router-dom';
import { retryIdentity } from '../session/follow-identity.js';
import { SessionWatch } from '../session/session-watch.js';
import { sessionAtom } from '../session/session.js';
import { SignInPlace } from '../session/sign-in/sign-in-place.js';
import { PAGE_EDGE } from '../theme/theme.js';
import { Announcer } from '../ui/announcer.js';
import { Footer } from './footer.js';
import { Header } from './header.js';
import { ShownBanners } from './shown-banners.js';
import english from '../../texts/en/shell.json' with { type: 'json' };
import { InEnglish, InReadersLanguage, textsOf, useWords } from '../language/language.js';

const useTexts = textsOf('shell', english);

/** Handle of a route whose page is in English only. */
export const IN_ENGLISH = 'in-english';

/** The frame around every page. It is in the reader's language, also where the page and with it the document is in English. */
export function Shell() {
  const isTranslated = useMatches().every(({ handle }) => handle !== IN_ENGLISH);
  return (
    <Box sx={FRAME}>
      <InReadersLanguage>
        <SkipLink />
        <Header />
        <ShownBanners />
      </InReadersLanguage>
      <Box component="main" id="main" tabIndex={-1} sx={{ flex: 1, px: PAGE_EDGE, py: 3, minWidth: 0 }}>
        <InReadersLanguage>
          <SessionFailure />
        </InReadersLanguage>
        {isTranslated ? (
          <Outlet />
        ) : (
          <InEnglish>
            <Outlet />
          </InEnglish>
        )}
      </Box>
      <Footer />
      <SignInPlace />
      <SessionWatch />
      <Announcer />
      <ScrollRestoration />
    </Box>
  );
}

const FRAME = {
  minHeight: '100dvh',
  display: 'flex',
  flexDirection: 'column',
  '@media print': { '& > :not(main, footer)': { display: 'none !important' } },
} as const;

function SkipLink() {
  const t = useTexts();
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
      {t('skip')}
    </Link>
  );
}

/** The tokens are valid, but the account could not be loaded. */
function SessionFailure() {
  const t = useTexts();
  const words = useWords();
  const session = useAtomValue(sessionAtom);
  if (session.status !== 'loggedOut' || session.failure === null) return null;
  return (
    <Alert
      severity="error"
      sx={{ mb: 2 }}
      action={
        <Button color="inherit" size="small" onClick={() => void retryIdentity()}>
          {t('retry')}
        </Button>
      }
    >
      {t('accountNotLoaded')} {words(session.failure)}
    </Alert>
  );
}
