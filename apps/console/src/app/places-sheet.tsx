import { Drawer, IconButton, Stack } from '@mui/material';
import { X } from '../ui/icons.js';
import { HeaderSearch } from './header-search.js';
import { HomeLink } from './home-link.js';
import { PlaceLinks } from './place-links.js';

interface PlacesSheetProps {
  readonly onClose: () => void;
}

/** Navigation and search on a phone. Loaded when it is opened. */
export function PlacesSheet({ onClose }: PlacesSheetProps) {
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': 'Menu', role: 'dialog', 'aria-modal': true, sx: { width: 288, p: 2 } } }}
    >
      <Stack spacing={2}>
        <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center' }}>
          <HomeLink />
          <IconButton aria-label="Close menu" onClick={onClose}>
            <X size={20} aria-hidden />
          </IconButton>
        </Stack>
        <HeaderSearch onGone={onClose} />
        <Stack component="nav" aria-label="Main">
          <PlaceLinks onGone={onClose} />
        </Stack>
      </Stack>
    </Drawer>
  );
}
