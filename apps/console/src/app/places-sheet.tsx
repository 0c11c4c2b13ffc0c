import { Button, Drawer, IconButton, Stack } from '@mui/material';
import { useAtomValue, useSetAtom } from 'jotai';
import { registerOpenAtom, sessionAtom } from '../session/session.js';
import { X } from '../ui/icons/icons.js';
import { HeaderSearch } from './header-search.js';
import { HomeLink } from './home-link.js';
import { PlaceLinks } from './place-links.js';
import english from '../../texts/en/menu.json' with { type: 'json' };
import { textsOf, useLanguage } from '../language/language.js';

const useTexts = textsOf('menu', english);

interface PlacesSheetProps {
  readonly onClose: () => void;
}

/** Navigation and search on a phone. Loaded when it is opened. */
export function PlacesSheet({ onClose }: PlacesSheetProps) {
  const t = useTexts();
  const { status } = useAtomValue(sessionAtom);
  const setRegistering = useSetAtom(registerOpenAtom);
  const register = () => {
    onClose();
    setRegistering(true);
  };
  return (
    <Drawer
      lang={useLanguage()}
      anchor="right"
      open
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': t('menu'), role: 'dialog', 'aria-modal': true, sx: { width: 288, p: 2 } } }}
    >
      <Stack spacing={2}>
        <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center' }}>
          <HomeLink />
          <IconButton aria-label={t('closeMenu')} onClick={onClose}>
            <X size={20} aria-hidden />
          </IconButton>
        </Stack>
        <HeaderSearch onGone={onClose} />
        <Stack component="nav" aria-label={t('places')}>
          <PlaceLinks onGone={onClose} />
        </Stack>
        {/* Shown here because the header of a phone has no room for it. */}
        {status === 'loggedOut' ? (
          <Button variant="outlined" onClick={register} sx={{ display: { sm: 'none' } }}>
            {t('register')}
          </Button>
        ) : null}
      </Stack>
    </Drawer>
  );
}
