import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useEffect, useId, useState } from 'react';
import { announce } from '../../ui/announcer.js';
import { clock, minutesToAnnounce } from '../session-expiry.js';
import english from '../../../texts/en/session-expiring.json' with { type: 'json' };
import { textsOf, useLanguage } from '../../language/language.js';

const useTexts = textsOf('session-expiring', english);

interface SessionExpiringDialogProps {
  /** In milliseconds of `now`. */
  readonly endsAt: number;
  readonly now: () => number;
  /** Resolves with false if the session could not be extended. */
  readonly onStay: () => Promise<boolean>;
  readonly onLogOut: () => void;
}

export function SessionExpiringDialog({ endsAt, now, onStay, onLogOut }: SessionExpiringDialogProps) {
  const t = useTexts();
  const id = useId();
  const [left, setLeft] = useState(endsAt - now());
  const [staying, setStaying] = useState(false);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const timer = setInterval(() => setLeft(endsAt - now()), 1000);
    return () => clearInterval(timer);
  }, [endsAt, now]);

  const minutes = minutesToAnnounce(left);
  useEffect(() => {
    if (minutes !== null) announce(useTexts.now('signedOutIn', { minutes }));
  }, [minutes]);

  const stay = async () => {
    setStaying(true);
    setFailed(!(await onStay()));
    setStaying(false);
  };

  return (
    <Dialog
      open
      lang={useLanguage()}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <DialogTitle id={`${id}-title`}>{t('expiring')}</DialogTitle>
      <DialogContent id={`${id}-text`}>
        <Typography>
          {t.rich('countdown', { time: () => <strong aria-hidden>{clock(left)}</strong> })}
          {/* Hidden from screen readers, because the announcer speaks at five, two and one minutes. */}
        </Typography>
        <Typography color="textSecondary">{t('stayAbout')}</Typography>
        {failed ? (
          <Alert severity="error" role="alert" sx={{ mt: 2 }}>
            {t('notExtended')}
          </Alert>
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onLogOut}>{t('logOut')}</Button>
        <Button variant="contained" autoFocus loading={staying} onClick={() => void stay()}>
          {t('stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
