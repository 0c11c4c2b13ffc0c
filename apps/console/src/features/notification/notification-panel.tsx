import type { Notification, NotificationList } from '@throughline/contracts';
import {
  Box,
  Button,
  FormControlLabel,
  List,
  ListItem,
  ListItemButton,
  ListItemText,
  Popover,
  Switch,
  Typography,
} from '@mui/material';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../ui/empty-state.js';
import { ErrorState } from '../../ui/error-state.js';
import { VisuallyHidden } from '../../ui/visually-hidden.js';
import { Age } from '../../ui/words/when.js';
import { DividedNews, NewsWords } from './news.js';
import { canShowInBrowser, isBlockedInBrowser, showsInBrowser, switchInBrowser } from './announce-news.js';
import english from '../../../texts/en/notifications.json' with { type: 'json' };
import { textsOf, useLanguage } from '../../language/language.js';

const useTexts = textsOf('notifications', english);

interface NotificationPanelProps {
  readonly open: boolean;
  readonly anchorEl: HTMLElement | null;
  readonly onClose: () => void;
  readonly reading: UseQueryResult<NotificationList>;
  readonly markRead: (read: readonly Notification[]) => void;
}

/** The list of the last notifications, under the bell. Its code is loaded when it is opened. */
export function NotificationPanel({ reading, markRead, onClose, ...popover }: NotificationPanelProps) {
  const t = useTexts();
  const notifications = reading.data?.notifications ?? [];
  const hasUnread = notifications.some(({ unread }) => unread);
  const heading = useRef<HTMLHeadingElement>(null);
  const markAll = () => {
    markRead(notifications);
    heading.current?.focus(); // The button that had the focus disappears.
  };
  return (
    <Popover
      lang={useLanguage()}
      {...popover}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': t('title'),
          sx: { width: 400, maxHeight: 'min(640px, 80vh)', mt: 0.5, display: 'flex', flexDirection: 'column' },
        },
      }}
    >
      <Box
        sx={{ display: 'flex', alignItems: 'center', minHeight: 48, px: 2, borderBottom: 1, borderColor: 'divider' }}
      >
        <Typography variant="subtitle1" component="h2" ref={heading} tabIndex={-1} sx={{ flex: 1 }}>
          {t('title')}
        </Typography>
        {hasUnread ? (
          <Button size="small" onClick={markAll}>
            {t('markAll')}
          </Button>
        ) : null}
      </Box>
      <Box sx={{ overflowY: 'auto', flex: 1 }}>
        <Listed
          reading={reading}
          onOpen={(notification) => {
            markRead([notification]);
            onClose();
          }}
        />
      </Box>
      {canShowInBrowser() ? <InBrowser /> : null}
    </Popover>
  );
}

interface ListedProps extends Pick<NotificationPanelProps, 'reading'> {
  readonly onOpen: (notification: Notification) => void;
}

function Listed({ reading: { data, error, refetch }, onOpen }: ListedProps) {
  const t = useTexts();
  if (error && !data) {
    return (
      <Box sx={{ p: 2 }}>
        <ErrorState title={t('notLoaded')} error={error} onRetry={() => void refetch()} />
      </Box>
    );
  }
  if (!data) return <Typography sx={{ p: 2 }}>{t('coming')}</Typography>;
  if (data.notifications.length === 0) {
    return <EmptyState title={t('none')}>{t('noneAbout')}</EmptyState>;
  }
  return (
    <Box sx={PARTS}>
      <DividedNews
        of={data}
        mostOpen={FEW}
        list={(news) => <NewsList {...news} onOpen={onOpen} />}
      />
    </Box>
  );
}

/** The rows take the panel's whole width; the words above them begin where theirs do. */
const PARTS = {
  '& > *': { pt: 1.5 },
  '& > * + *': { borderTop: 1, borderColor: 'divider' },
  '& > * > h3, & > * > p': { px: 2 },
  '& > * > * > .MuiButton-root': { mx: 1 },
} as const;

/** So many are listed at once. */
const FEW = 3;

interface NewsListProps extends Pick<ListedProps, 'onOpen'> {
  readonly label: string;
  readonly notifications: readonly Notification[];
}

const NewsList = ({ label, notifications, onOpen }: NewsListProps) => (
  <List dense disablePadding aria-label={label}>
    {notifications.map((notification) => (
      <ListItem key={notification.ids[0]} disablePadding>
        <ListItemButton component={Link} to={notification.path} onClick={() => onOpen(notification)} sx={{ gap: 1 }}>
          <UnreadMark unread={notification.unread} />
          <ListItemText
            primary={<NewsWords notification={notification} />}
            slotProps={{ primary: { color: notification.unread ? 'textPrimary' : 'textSecondary' } }}
          />
          <Typography variant="caption" color="textSecondary" sx={{ flex: 'none' }}>
            <Age at={notification.at} />
          </Typography>
        </ListItemButton>
      </ListItem>
    ))}
  </List>
);

function UnreadMark({ unread }: { readonly unread: boolean }) {
  const t = useTexts();
  return (
    <Box sx={{ width: 8, flex: 'none' }}>
      {unread ? (
        <>
          <Box aria-hidden sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: 'primary.main' }} />
          <VisuallyHidden>{t('unread')}</VisuallyHidden>
        </>
      ) : null}
    </Box>
  );
}

/** Notifications of the browser are off until the person switches them on. */
function InBrowser() {
  const t = useTexts();
  const readState = () => ({ on: showsInBrowser(), isBlocked: isBlockedInBrowser() });
  const [{ on, isBlocked }, setState] = useState(readState);
  return (
    <Box sx={{ px: 2, py: 0.5, borderTop: 1, borderColor: 'divider' }}>
      <FormControlLabel
        control={
          <Switch
            checked={on}
            disabled={isBlocked}
            onChange={(_event, checked) => void switchInBrowser(checked).then(() => setState(readState))}
          />
        }
        label={t(isBlocked ? 'blocked' : 'inBrowser')}
      />
    </Box>
  );
}
