import { maySeeQueue } from '@throughline/domain';
import { Box, IconButton, Stack } from '@mui/material';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { connectionAtom } from '../live/connection.js';
import { userAtom } from '../session/session.js';
import { PAGE_EDGE } from '../theme/theme.js';
import { Menu as MenuIcon } from '../ui/icons/icons.js';
import { onDemand } from '../ui/page/on-demand.js';
import { HeaderSearch } from './header-search.js';
import { HomeLink } from './home-link.js';
import { PlaceLinks } from './place-links.js';
import { UserMenu } from './user-menu.js';
import english from '../../texts/en/shell.json' with { type: 'json' };
import { textsOf, useLanguage } from '../language/language.js';

const useTexts = textsOf('shell', english);

const PlacesSheet = onDemand(async () => (await import('./places-sheet.js')).PlacesSheet);

/** Header of 56 px: logo, main navigation, search, live state and user menu. On a phone the navigation is in a drawer. */
export function Header() {
  const t = useTexts();
  const user = useAtomValue(userAtom);
  const [sheet, setSheet] = useState(false);
  // The provider's staff have more links than fit beside a search on a small screen, and words in Spanish are longer.
  const wide = useLanguage() === 'es' || (user && maySeeQueue(user)) ? 'lg' : 'md';
  const closeSheet = () => setSheet(false);
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        height: 56,
        px: PAGE_EDGE,
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 1, md: 2 },
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <HomeLink />
      <Stack
        component="nav"
        aria-label={t('mainPlaces')}
        direction="row"
        sx={{ display: { xs: 'none', [wide]: 'flex' } }}
      >
        <PlaceLinks />
      </Stack>
      <Box sx={{ flex: 1 }} />
      {/* Takes the remaining width, so that the live state is not cut off for it. */}
      <Box sx={{ flex: '99 0 96px', maxWidth: 240, display: { xs: 'none', [wide]: 'block' } }}>
        <HeaderSearch hotkey />
      </Box>
      <Waiting />
      <UnreadNotes />
      <LiveState />
      <Notifications />
      <UserMenu />
      <IconButton
        aria-label={t('openMenu')}
        aria-haspopup="dialog"
        onClick={() => setSheet(true)}
        onPointerEnter={PlacesSheet.preload}
        onFocus={PlacesSheet.preload}
        sx={{ display: { [wide]: 'none' }, mr: -1 }}
      >
        <MenuIcon size={20} aria-hidden />
      </IconButton>
      {sheet ? <PlacesSheet onClose={closeSheet} onFailed={closeSheet} /> : null}
    </Box>
  );
}

const LiveSign = onDemand(async () => (await import('./live-sign.js')).LiveSign);

/** Rendered only while a screen follows the live feed. */
function LiveState() {
  const connection = useAtomValue(connectionAtom);
  return connection && <LiveSign connection={connection} />;
}

const CountWaiting = onDemand(async () => (await import('./header-counts.js')).CountWaiting);

const CountUnread = onDemand(async () => (await import('./header-counts.js')).CountUnread);

/** Counts the unread notes of the signed-in person. */
function UnreadNotes() {
  const user = useAtomValue(userAtom);
  return user ? <CountUnread /> : null;
}

/**
 * Counts the queue and the messages for people who may see them. Visitors do not load this code. If it cannot be loaded, there is no count.
 */
function Waiting() {
  const user = useAtomValue(userAtom);
  return user && maySeeQueue(user) ? <CountWaiting user={user} /> : null;
}

const NotificationBell = onDemand(
  async () => (await import('../features/notification/notification-bell.js')).NotificationBell,
);

/** The bell of a signed-in person. Its place is kept free while it loads. */
function Notifications() {
  const user = useAtomValue(userAtom);
  return user ? <NotificationBell key={user.id} fallback={<Box sx={{ width: 36 }} />} /> : null;
}
