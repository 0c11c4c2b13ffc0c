import { Alert, Box } from '@mui/material';
import { useAtom, useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { call } from '../api/api.js';
import { behindAtom, lateAtom, unansweredAtom } from '../api/unanswered.js';
import { Announcement } from '../features/updates/announcement.js';
import { bannersAtom } from '../live/connection.js';
import { PAGE_EDGE } from '../theme/theme.js';
import english from '../../texts/en/shell.json' with { type: 'json' };
import { textsOf, useLanguage } from '../language/language.js';

const useTexts = textsOf('shell', english);

/**
 * Hidden pages do not ask. Pages of visitors have no live connection: polling is cheaper, and fast enough for announcements, which are made
 * in advance.
 */
const ASK_INTERVAL_MS = 20_000;

/**
 * Above every page, each with a colour and a word of its own: that the browser is offline, the server does not answer, what was saved is still
 * on its way to the page, or what others do comes late, announcements of administrators, and the newest update (access specification, section 2,
 * Shell).
 */
export function ShownBanners() {
  const t = useTexts();
  const language = useLanguage();
  const banners = useBanners();
  const isOnline = useOnline();
  const isUnanswered = useAtomValue(unansweredAtom);
  const isBehind = useAtomValue(behindAtom);
  const isLate = useAtomValue(lateAtom);
  return (
    // Banners take most of their height from the space above the page, so that the page keeps its room.
    <Box role="status" sx={{ '&:not(:empty)': { mb: -2 } }}>
      {isOnline && !isUnanswered && !isBehind && !isLate ? null : (
        // Stays in view, because the person may have scrolled to what they press.
        <Alert
          severity={isOnline && !isUnanswered ? 'info' : 'error'}
          sx={{ ...SX, position: 'sticky', top: 56, zIndex: 'appBar' }}
        >
          {t(!isOnline ? 'offline' : isUnanswered ? 'noAnswer' : isBehind ? 'onItsWay' : 'late')}
        </Alert>
      )}
      {banners.map(({ bannerId, text, textEs }) => {
        const shown = language === 'es' ? (textEs ?? text) : text;
        return (
          <Alert
            key={bannerId}
            lang={shown === text ? 'en' : 'es'}
            severity={bannerId === 'maintenance' ? 'warning' : 'info'}
            sx={SX}
          >
            <strong lang={language}>{t(bannerId === 'maintenance' ? 'maintenance' : 'portalUpdate')}</strong> {shown}
          </Alert>
        );
      })}
      <Announcement sx={SX} />
    </Box>
  );
}

/** A strip over the width of the window, a line high where its words fit. */
const SX = {
  px: PAGE_EDGE,
  py: 0,
  borderWidth: '0 0 1px',
  borderRadius: 0,
  fontSize: '0.8125rem',
  '& > .MuiAlert-icon': { py: 0, mr: 1, alignItems: 'center', fontSize: 16 },
  '& > .MuiAlert-message': { py: 0.5 },
  '& > .MuiAlert-action': { py: 0 },
  // The header would cover a ring around a button.
  '& .MuiButton-root.Mui-focusVisible': { outlineOffset: '-2px' },
};

function useBanners() {
  const [banners, setBanners] = useAtom(bannersAtom);
  useEffect(() => {
    const leaving = new AbortController();
    const ask = () => {
      if (document.hidden) return;
      call('GET /banners', {}, { signal: leaving.signal }).then(
        (answer) => setBanners((before) => (JSON.stringify(before) === JSON.stringify(answer) ? before : answer)),
        // A failed read is followed by the next one.
        () => undefined,
      );
    };
    ask();
    const timer = setInterval(ask, ASK_INTERVAL_MS);
    document.addEventListener('visibilitychange', ask);
    return () => {
      leaving.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [setBanners]);
  return banners;
}

function useOnline(): boolean {
  const [isOnline, setOnline] = useState(() => navigator.onLine);
  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    window.addEventListener('online', look);
    window.addEventListener('offline', look);
    return () => {
      window.removeEventListener('online', look);
      window.removeEventListener('offline', look);
    };
  }, []);
  return isOnline;
}
