import type { Notification } from '@throughline/contracts';
import { Box, IconButton } from '@mui/material';
import { QueryClientProvider } from '@tanstack/react-query';
import { useAtom } from 'jotai';
import { useNavigate } from 'react-router-dom';
import { queryClient } from '../../api/query-client.js';
import { useCommand } from '../../api/use-command.js';
import { bellAtom } from '../../app/place-links.js';
import { Bell } from '../../ui/icons/icons.js';
import { onDemand, useOpening } from '../../ui/page/on-demand.js';
import { NOTIFICATIONS, useNotifications } from './use-notifications.js';
import english from '../../../texts/en/bell.json' with { type: 'json' };
import { textsOf, useWords } from '../../language/language.js';

const useTexts = textsOf('bell', english);

const NotificationPanel = onDemand(async () => (await import('./notification-panel.js')).NotificationPanel);

/**
 * The bell in the header, with the number of unread notifications. A click opens the list of the last ones. Its code is loaded when
 * somebody is signed in.
 */
export function NotificationBell() {
  return (
    <QueryClientProvider client={queryClient}>
      <BellWithPanel />
    </QueryClientProvider>
  );
}

function BellWithPanel() {
  const t = useTexts();
  const words = useWords();
  const { part, show, hasOpened } = useOpening();
  const [bell, setBell] = useAtom(bellAtom);
  const navigate = useNavigate();
  const { mutate } = useCommand('POST /notifications/read', {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [NOTIFICATIONS] }),
  });
  const markRead = (read: readonly Notification[]) => {
    const ids = read.filter(({ unread }) => unread).flatMap((notification) => notification.ids);
    if (ids.length > 0) mutate({ body: { ids } });
  };
  const open = (notification: Notification) => {
    markRead([notification]);
    void navigate(notification.path);
  };
  const reading = useNotifications((news) => {
    if (part.open) return;
    const openList = () => bell?.click();
    const translated = news.map((notification) => ({ ...notification, words: words(notification.words) }));
    void import('./announce-news.js').then(
      ({ announceNews }) => announceNews(translated, { open, openList }),
      () => undefined, // If the code cannot be loaded, the bell still counts the notification.
    );
  });
  const unread = reading.data?.notifications.filter((notification) => notification.unread) ?? [];
  const needsYou = unread.filter(({ isRoutine }) => !isRoutine).length;
  return (
    <>
      <IconButton
        ref={setBell}
        aria-label={needsYou > 0 ? t('unreadCount', { count: needsYou }) : t(unread.length > 0 ? 'movedOn' : 'title')}
        aria-haspopup="dialog"
        aria-expanded={part.open}
        onClick={show}
        onPointerEnter={NotificationPanel.preload}
        onFocus={NotificationPanel.preload}
        sx={{ width: 36, height: 36, flex: 'none' }}
      >
        <Bell size={20} aria-hidden />
        {needsYou > 0 ? <Count>{needsYou}</Count> : unread.length > 0 ? <Dot /> : null}
      </IconButton>
      {hasOpened ? <NotificationPanel {...part} reading={reading} markRead={markRead} onFailed={part.onClose} /> : null}
    </>
  );
}

/** Referrals have moved on, and nothing waits for the person. */
const Dot = () => (
  <Box
    component="span"
    aria-hidden
    sx={{ position: 'absolute', top: 4, right: 6, width: 8, height: 8, borderRadius: '50%', bgcolor: 'primary.main' }}
  />
);

const Count = ({ children }: { readonly children: number }) => (
  <Box
    component="span"
    aria-hidden
    data-figures
    sx={{
      position: 'absolute',
      top: 0,
      right: 0,
      minWidth: 16,
      px: 0.5,
      borderRadius: 2,
      fontSize: '0.625rem',
      fontWeight: 700,
      lineHeight: '16px',
      bgcolor: 'primary.main',
      color: 'primary.contrastText',
    }}
  >
    {children}
  </Box>
);
