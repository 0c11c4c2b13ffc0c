import { Alert, Box, Button, Typography } from '@mui/material';
import { RefreshCw } from '../icons/page-icons.js';
import { useEffect, useRef } from 'react';
import { announce } from '../announcer.js';
import { useFocusKept } from '../focus.js';
import english from '../../../texts/en/list.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('list', english);

interface ListNewsProps extends ShowUpdatesProps {
  /** Shown while nothing has changed. */
  readonly children: string;
}

/** The line above a list, of a fixed height, so that its content moves no row. */
export function ListNews({ count, onShow, children }: ListNewsProps) {
  const t = useTexts();
  const focusKept = useFocusKept();
  return (
    <Box
      {...focusKept}
      role="group"
      aria-label={t('about')}
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

/** After a change. */
const BREAK_MS = 5_000;

/** Offers live changes ("3 changes · Show updates"), so that no row moves by itself. */
export function ShowUpdates({ count, onShow }: ShowUpdatesProps) {
  const t = useTexts();
  const said = useRef(0);
  useEffect(() => {
    if (count === 0) return;
    // The first change at once; later ones when there is a break, so that a busy list does not talk all the time.
    if (said.current === 0) tell();
    const timer = setTimeout(tell, BREAK_MS);
    return () => clearTimeout(timer);

    function tell() {
      if (said.current !== count) announce(t('changesHere', { count }));
      said.current = count;
    }
  }, [count, t]);
  if (count === 0) return null;
  return (
    <Alert
      severity="info"
      role="presentation"
      icon={<RefreshCw size={16} aria-hidden />}
      action={
        <Button size="small" color="inherit" onClick={onShow}>
          {t('showUpdates')}
        </Button>
      }
      // As wide as many changes, so that the button stays under the pointer.
      sx={{ mb: 1, fontVariantNumeric: 'tabular-nums', '& .MuiAlert-message': { minWidth: '13ch' } }}
    >
      {t('changes', { count })}
    </Alert>
  );
}
