import { Alert, Button } from '@mui/material';
import { RefreshCw } from './icons.js';
import { useEffect } from 'react';
import { announce } from './announcer.js';

interface ShowUpdatesProps {
  /** Rows that changed while this list was open; 0 shows nothing. */
  readonly count: number;
  readonly onShow: () => void;
}

/** Offers live changes ("3 changes · Show updates"), so that no row moves by itself. */
export function ShowUpdates({ count, onShow }: ShowUpdatesProps) {
  const words = count === 1 ? '1 change' : `${count} changes`;
  useEffect(() => {
    if (count > 0) announce(`${words} in this list`);
  }, [count, words]);
  if (count === 0) return null;
  return (
    <Alert
      severity="info"
      role="presentation"
      icon={<RefreshCw size={16} aria-hidden />}
      action={
        <Button size="small" color="inherit" onClick={onShow}>
          Show updates
        </Button>
      }
      sx={{ mb: 1 }}
    >
      {words}
    </Alert>
  );
}
