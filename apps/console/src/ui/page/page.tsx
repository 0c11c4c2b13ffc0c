import { Box, Stack, Typography } from '@mui/material';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useAtomValue } from 'jotai';
import { type SessionEnd, sessionAtom, sessionEndAtom } from '../../session/session.js';
import { Loading } from './loading.js';
import { ErrorState } from './error-state.js';
import english from '../../../texts/en/ui.json' with { type: 'json' };
import { textsOf, useLanguage } from '../../language/language.js';
import { usePast } from '../../past/past.js';

const useTexts = textsOf('ui', english);

/** The Sign In dialog says more. */
const WHY: Partial<Record<SessionEnd, keyof typeof english>> = {
  'logged-out': 'loggedOutElsewhere',
  'ended-elsewhere': 'endedElsewhere',
};

interface PageProps {
  /** The page's name, in its heading and in the browser's tab. */
  readonly title: string;
  /** The heading, if it is more than the title. */
  readonly heading?: ReactNode;
  /** A description of the page in one line. */
  readonly about?: ReactNode;
  /** The facts of the page's subject, between heading and description. They take the width that the action leaves. */
  readonly facts?: ReactNode;
  /** The main action. */
  readonly action?: ReactNode;
  /** Shown above everything else. */
  readonly banner?: ReactNode;
  /** Whether the page itself says that the person signed out elsewhere, and what that did here. */
  readonly saysSignOut?: boolean;
  /** Leaves little room below the heading, for a page with a long table. */
  readonly isDense?: boolean;
  /** Shows a skeleton in place of the content, after 200 ms. */
  readonly loading?: boolean;
  /** Shows an error in place of the content. Null and undefined are no error. */
  readonly error?: unknown;
  /** The failure in words, shown above the error's message. */
  readonly errorTitle?: string;
  readonly onRetry?: () => void;
  readonly children?: ReactNode;
}

/** Focuses the page without scrolling. For a button that disappears when it is pressed. */
export const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true });

/** The frame of a page: heading, description, main action, and its loading and error states. */
export function Page({
  title,
  heading,
  about,
  facts,
  action,
  banner,
  isDense = false,
  saysSignOut = false,
  children,
  ...state
}: PageProps) {
  const t = useTexts();
  const { loading = false, error, errorTitle = t('notLoaded'), onRetry } = state;
  const failed = error !== null && error !== undefined;
  return (
    <Box sx={{ width: '100%' }} aria-busy={loading}>
      {banner}
      {saysSignOut ? null : <SessionEnded />}
      <Stack
        direction="row"
        sx={{
          alignItems: isDense ? 'center' : 'flex-start',
          justifyContent: 'space-between',
          gap: isDense ? '8px 16px' : 2,
          flexWrap: 'wrap',
          mb: isDense ? 1 : 3,
        }}
      >
        <Box sx={{ minWidth: 0, ...(facts ? { flex: '1 1 320px' } : {}) }}>
          <PageHeading title={title} isReady={!loading || failed}>
            {heading ?? title}
          </PageHeading>
          {facts}
          {about ? (
            <Typography color="textSecondary" component="div">
              {about}
            </Typography>
          ) : null}
        </Box>
        {action}
      </Stack>
      {failed ? <ErrorState title={errorTitle} error={error} onRetry={onRetry} /> : null}
      {loading && !failed ? <Loading /> : null}
      {loading || failed ? null : children}
    </Box>
  );
}

/** Why the person is signed out who did not do it here, on every page, since some need no sign-in. */
function SessionEnded() {
  const t = useTexts();
  const { status } = useAtomValue(sessionAtom);
  const ended = useAtomValue(sessionEndAtom);
  const why = ended && WHY[ended];
  return why && status === 'loggedOut' ? (
    <Typography role="status" sx={{ mb: 2, fontWeight: 600 }}>
      {t(why)}
    </Typography>
  ) : null;
}

interface PageHeadingProps {
  readonly title: string;
  /** Whether it says what the page is about: before that, it would be read out as, for example, "Task". */
  readonly isReady: boolean;
  readonly children: ReactNode;
}

/**
 * Takes the focus after a navigation within the console, so that keyboard and screen reader start at the heading, unless the person has put
 * it elsewhere while the page was being loaded.
 */
function PageHeading({ title, isReady, children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname, key } = useLocation();
  const language = useLanguage();
  const past = usePast();
  // After each render, because a choice of another language sets the language of the document, also on a page that stays in English.
  useEffect(() => {
    document.title = `${title}${past ? ` · ${past.words}` : ''} · Throughline`;
    // Set again, even an equal one makes the browser compute the style of every element, which took most of a live change of the queue.
    if (document.documentElement.lang !== language) document.documentElement.lang = language;
  });
  const focusBefore = useRef<Element>(null);
  useEffect(() => {
    focusBefore.current = document.activeElement;
  }, [pathname]);
  const begun = useRef<string>(null);
  useEffect(() => {
    if (!isReady || begun.current === pathname) return;
    begun.current = pathname;
    const { activeElement, body } = document;
    // Stepping from moment to moment leaves the focus on the control that is used.
    const isMoved = activeElement !== body && (past !== null || activeElement !== focusBefore.current);
    // For the first page, the browser itself starts at the top.
    if (key !== 'default' && !isMoved) heading.current?.focus({ preventScroll: true });
    // Only a change of the page moves the focus, not a change of a filter in the address.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [pathname, isReady]);
  return (
    <Typography variant="h1" ref={heading} tabIndex={-1} sx={{ overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  );
}
