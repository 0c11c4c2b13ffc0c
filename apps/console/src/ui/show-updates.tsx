import { Alert, Box, Button, Typography } from '@mui/material';
import { RefreshCw } from './icons.js';
import { useEffect } from 'react';
import { announce } from './announcer.js';
import { useFocusKept } from './focus.js';

interface ListNewsProps extends ShowUpdatesProps {
  /** Shown while nothing has changed. */
  readonly children: string;
}

/** The line above a list, of a fixed height, so that its content moves no row. */
export function ListNews({ count, onShow, children }: ListNewsProps) {
  const focusKept = useFocusKept();
  return (
    <Box
      {...focusKept}
      role="group"
      aria-label="About the list"
      sx={{ minHeight: 56, display: 'grid', alignItems: 'center' }}
    >
      {count > 0 ? (
        <ShowUpdates count={count} onShow={onShow} />
      ) : (
        <Typography variant="body2" color="textSecondary">
          {children}
        </Typography>
      )}
    </Box>
  );
}

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
