import { Box, Drawer, IconButton, Link, Stack } from '@mui/material';
import { Menu as MenuIcon, X } from 'lucide-react';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { HeaderSearch } from './header-search.js';
import { LiveState } from './live-state.js';
import { Mark } from './mark.js';
import { PlaceLinks } from './place-links.js';
import { useQueueWaiting } from './queue-waiting.js';
import { UserMenu } from './user-menu.js';

/** 56 px: the mark, the places, search, the live state, the user menu. On a phone the places go into a sheet. */
export function Header() {
  const queueWaiting = useQueueWaiting();
  const [sheet, setSheet] = useState(false);
  const closeSheet = () => setSheet(false);
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        height: 56,
        px: { xs: 1, sm: 3 },
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 1, md: 2 },
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <IconButton
        aria-label="Open menu"
        aria-haspopup="dialog"
        onClick={() => setSheet(true)}
        sx={{ display: { md: 'none' } }}
      >
        <MenuIcon size={20} aria-hidden />
      </IconButton>
      <Home />
      <Stack component="nav" aria-label="Main" direction="row" sx={{ display: { xs: 'none', md: 'flex' } }}>
        <PlaceLinks queueWaiting={queueWaiting} />
      </Stack>
      <Box sx={{ flex: 1 }} />
      <Box sx={{ flex: '0 1 240px', minWidth: 150, display: { xs: 'none', md: 'block' } }}>
        <HeaderSearch hotkey />
      </Box>
      <LiveState />
      <UserMenu />
      <Drawer
        open={sheet}
        onClose={closeSheet}
        slotProps={{ paper: { 'aria-label': 'Menu', role: 'dialog', 'aria-modal': true, sx: { width: 288, p: 2 } } }}
      >
        <Stack spacing={2}>
          <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center' }}>
            <Home />
            <IconButton aria-label="Close menu" onClick={closeSheet}>
              <X size={20} aria-hidden />
            </IconButton>
          </Stack>
          <HeaderSearch onGone={closeSheet} />
          <Stack component="nav" aria-label="Main">
            <PlaceLinks queueWaiting={queueWaiting} onGone={closeSheet} />
          </Stack>
        </Stack>
      </Drawer>
    </Box>
  );
}

/** Beside the connection's state and the way in there is no room for the name. */
const NARROWEST = '@media (max-width: 359px)';

function Home() {
  return (
    <Link
      component={RouterLink}
      to="/"
      underline="none"
      aria-label="Throughline"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, fontWeight: 650, letterSpacing: '-0.01em' }}
    >
      <Mark />
      <Box component="span" sx={{ [NARROWEST]: { display: 'none' } }}>
        Throughline
      </Box>
    </Link>
  );
}
