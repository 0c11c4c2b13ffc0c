import { Alert, Box, Button, Typography } from '@mui/material';
import { RefreshCw } from '../icons/page-icons.js';
import { useIsMutating } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { announce } from '../announcer.js';
import { useFocusKept } from '../focus.js';
import english from '../../../texts/en/list.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('list', english);

interface ListNewsProps extends ShowUpdatesProps {
  /** The chosen filters, in place of the sentence. */
  readonly filters?: ReactNode;
  /** A sentence, shown while nothing has changed. */
  readonly children: ReactNode;
}

/** The line above a list. Its height is fixed, so that its content moves no row. */
export function ListNews({ count, onShow, filters = null, children }: ListNewsProps) {
  const t = useTexts();
  const focusKept = useFocusKept();
  return (
    <Box
      {...focusKept}
      role="group"
      aria-label={t('about')}
      sx={{
        minHeight: 44,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        '& > :last-child': { flex: 'auto' },
      }}
    >
      {filters}
      {count > 0 ? (
        <ShowUpdates count={count} onShow={onShow} />
      ) : filters ? null : (
        <Typography variant="body2" color="textSecondary">
          {children}
        </Typography>
      )}
    </Box>
  );
}

interface ShowUpdatesProps {
  /** The number of rows that changed while this list was open; 0 shows nothing. */
  readonly count: number;
  readonly onShow: () => void;
}

/** How long the count must be stable before it is announced again. */
const BREAK_MS = 5_000;

/** Offers live changes ("3 changes · Show updates"), so that rows do not move without an action of the person. */
export function ShowUpdates({ count, onShow }: ShowUpdatesProps) {
  const t = useTexts();
  const announced = useRef(0);
  useEffect(() => {
    if (count === 0) return;
    // Announces the first change immediately, and later ones after a pause, so that a busy list does not interrupt constantly.
    if (announced.current === 0) announceCount();
    const timer = setTimeout(announceCount, BREAK_MS);
    return () => clearTimeout(timer);

    function announceCount() {
      if (announced.current !== count) announce(t('changesHere', { count }));
      announced.current = count;
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
      // Reserves the width of a large number, so that the button stays under the pointer.
      sx={{
        py: 0,
        alignItems: 'center',
        fontVariantNumeric: 'tabular-nums',
        '& .MuiAlert-message': { minWidth: '13ch', py: 0.5 },
        '& .MuiAlert-action': { p: 0, pl: 2 },
        '& .MuiAlert-icon': { py: 0 },
      }}
    >
      {t('changes', { count })}
    </Alert>
  );
}

/**
 * The number of changes that are news to the person. While an act of this page is under way, and until what it changed is read after it, the
 * number stays as it was: the live feed may bring what the person did before its answer, and it would be shown as news for a moment.
 */
export function useNewsOfOthers(news: number, isReading: boolean): number {
  const isActing = useIsMutating() > 0;
  const [shown, setShown] = useState(news);
  if (shown === news || isActing || isReading) return shown;
  setShown(news);
  return news;
}
