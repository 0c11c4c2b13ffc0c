import { Alert, type AlertProps, Button } from '@mui/material';
import { atom, useAtom, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import newest from 'virtual:newest-update';
import { call } from '../../api/api.js';
import { sessionAtom } from '../../session/session.js';
import { focusMain } from '../../ui/page.js';
import english from '../../../texts/en/shell.json' with { type: 'json' };
import { textsOf, useLanguage } from '../../language/language.js';
import { siteStorage } from '../../session/browser-storage.js';

const useTexts = textsOf('shell', english);

/** Where the browser keeps what was dismissed in it, or what its person had dismissed in another one. */
const DISMISSED = 'throughline.dismissed-update';

/** Dismissed on this page, whether or not it could be kept. */
const dismissedAtom = atom(false);

interface AnnouncementProps {
  readonly sx: AlertProps['sx'];
}

/**
 * The banner of every page: announces the newest update, until the person has dismissed it on any browser; a visitor dismisses it for this browser.
 *
 * It is there at the first rendering, and moves nothing under a pointer: until it is known who is signed in, what this browser knows decides. Only where that was
 * not so, as in a browser that is new to somebody who dismissed it, it goes when the person is known, once.
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
    // If it cannot be kept, it comes back with the next page.
    if (user) call('POST /users/user/dismissed-update', { body: { updateId: newest.id } }).catch(() => undefined);
    storeUpdate();
    setDismissed(true);
    focusMain();
  };
  return (
    <Alert
      severity="info"
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
      {t('new', { title: newest.titles[language] })}
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
