import { Alert, type AlertProps, Button } from '@mui/material';
import { atom, useAtom, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import newest from 'virtual:newest-update';
import { call } from '../../api/api.js';
import { sessionAtom } from '../../session/session.js';
import { focusMain } from '../../ui/page/page.js';
import english from '../../../texts/en/shell.json' with { type: 'json' };
import { textsOf, useLanguage } from '../../language/language.js';
import { siteStorage } from '../../session/storage/browser-storage.js';

const useTexts = textsOf('shell', english);

/** The storage key of the update that was dismissed in this browser, or by its person in another one. */
const DISMISSED = 'throughline.dismissed-update';

/** The update was dismissed on this page. Holds also if the storage failed. */
const dismissedAtom = atom(false);

interface AnnouncementProps {
  readonly sx: AlertProps['sx'];
}

/**
 * The banner of every page with the newest update. A person dismisses it for all browsers, a visitor for this browser. It is present in the
 * first rendering, so that it moves nothing under a pointer: until the session is known, the storage of this browser decides. It is removed
 * later only if the person dismissed the update and this browser does not know it yet.
 */
export function Announcement({ sx }: AnnouncementProps) {
  const t = useTexts();
  const language = useLanguage();
  const { user } = useAtomValue(sessionAtom);
  const [isDismissed, setDismissed] = useAtom(dismissedAtom);
  const isOwn = user?.dismissedUpdate === newest.id;
  useEffect(() => {
    if (isOwn) storeUpdate();
  }, [isOwn]);
  if (isDismissed || newest.id === '') return null;
  if (user ? isOwn : storedUpdate() === newest.id) return null;
  const dismiss = () => {
    // If the request fails, the banner returns on the next page.
    if (user) call('POST /users/user/dismissed-update', { body: { updateId: newest.id } }).catch(() => undefined);
    storeUpdate();
    setDismissed(true);
    focusMain();
  };
  return (
    <Alert
      severity="info"
      // Without the icon of the notices above it.
      icon={false}
      role="note"
      sx={sx}
      action={
        <>
          <Button color="inherit" size="small" component={Link} to="/updates">
            {t('updateNotes')}
          </Button>
          <Button color="inherit" size="small" onClick={dismiss}>
            {t('dismiss')}
          </Button>
        </>
      }
    >
      <strong>{t('new')}</strong> {newest.titles[language]}
    </Alert>
  );
}

function storedUpdate(): string | null {
  try {
    return siteStorage.getItem(DISMISSED);
  } catch {
    return null;
  }
}

function storeUpdate(): void {
  try {
    siteStorage.setItem(DISMISSED, newest.id);
  } catch {
    // The storage is full or disabled.
  }
}
