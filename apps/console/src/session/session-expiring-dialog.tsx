import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useEffect, useId, useState } from 'react';
import { announce } from '../ui/announcer.js';
import { clock, minutesToAnnounce } from './session-expiry.js';

interface SessionExpiringDialogProps {
  /** Milliseconds of the epoch. */
  readonly endsAt: number;
  /** False when the session could not be kept. */
  readonly onStay: () => Promise<boolean>;
  readonly onLogOut: () => void;
}

export function SessionExpiringDialog({ endsAt, onStay, onLogOut }: SessionExpiringDialogProps) {
  const id = useId();
  const [left, setLeft] = useState(endsAt - Date.now());
  const [staying, setStaying] = useState(false);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const timer = setInterval(() => setLeft(endsAt - Date.now()), 1000);
    return () => clearInterval(timer);
  }, [endsAt]);

  const minutes = minutesToAnnounce(left);
  useEffect(() => {
    if (minutes !== null) announce(`You will be signed out in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`);
  }, [minutes]);

  const stay = async () => {
    setStaying(true);
    setFailed(!(await onStay()));
    setStaying(false);
  };

  return (
    <Dialog open role="alertdialog" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <DialogTitle id={`${id}-title`}>Session Expiring</DialogTitle>
      <DialogContent id={`${id}-text`}>
        <Typography>
          You will be signed out in <strong aria-hidden>{clock(left)}</strong>
          {/* Hidden from screen readers: the announcer speaks at five, two and one minutes. */}
        </Typography>
        <Typography color="textSecondary">Stay logged in to continue where you are.</Typography>
        {failed ? (
          <Alert severity="error" role="alert" sx={{ mt: 2 }}>
            Your session could not be extended. Check the connection and try again, or save what you need, then log out
            and in again.
          </Alert>
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onLogOut}>Log Out</Button>
        <Button variant="contained" autoFocus loading={staying} onClick={() => void stay()}>
          Stay Logged In
        </Button>
      </DialogActions>
    </Dialog>
  );
}
