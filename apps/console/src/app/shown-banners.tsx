import { Alert, Box } from '@mui/material';
import { useAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { call } from '../api/api.js';
import { Announcement } from '../features/updates/announcement.js';
import { bannersAtom } from '../live/connection.js';
import { PAGE_EDGE } from '../theme/theme.js';
import english from '../../texts/en/shell.json' with { type: 'json' };
import { textsOf } from '../language/language.js';

const useTexts = textsOf('shell', english);

/**
 * Hidden pages do not ask. Pages of visitors have no live connection: polling is cheaper, and fast enough for announcements, which are made
 * in advance.
 */
const ASK_INTERVAL_MS = 20_000;

/**
 * Above every page: that the browser is offline, announcements of administrators, and the newest update (access specification, section 2,
 * Shell).
 */
export function ShownBanners() {
  const t = useTexts();
  const banners = useBanners();
  const isOnline = useOnline();
  return (
    <Box role="status">
      {isOnline ? null : (
        <Alert severity="warning" sx={SX}>
          {t('offline')}
        </Alert>
      )}
      {banners.map(({ bannerId, text }) => (
        <Alert key={bannerId} severity={bannerId === 'maintenance' ? 'warning' : 'info'} sx={SX}>
          {text}
        </Alert>
      ))}
      <Announcement sx={SX} />
    </Box>
  );
}

const SX = { mx: PAGE_EDGE, mt: 2 };

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
