import { Box, Button } from '@mui/material';
import { useAtomValue } from 'jotai';
import { type Connection, lastChangeAtom } from '../live/connection.js';
import { timeOfDay } from '../ui/calendar.js';
import { whenWords } from '../ui/time-words.js';
import { Hint } from '../ui/hint.js';
import { useNow } from '../ui/use-clock.js';

const COLOR = { live: 'success.main', partial: 'warning.main', reconnecting: 'warning.main', offline: 'error.main' };

const WORDS: Record<Connection['state'], string> = {
  live: 'Live',
  partial: 'Partly live',
  reconnecting: 'Reconnecting',
  offline: 'Offline',
};

const OUT_OF_DATE = {
  partial: 'Some of this page does not update.',
  reconnecting: 'This page may be out of date. It updates when the connection is back.',
  offline: 'This page may be out of date. It updates when the connection is back.',
};

/** Shows whether the page is kept up to date, and when the last change came. */
export function LiveSign({ connection }: { readonly connection: Connection }) {
  const lastChange = useAtomValue(lastChangeAtom);
  const now = useNow();
  const { state, since } = connection;
  const freshness = lastChange
    ? `Last change: ${whenWords(lastChange, now)}`
    : `Since ${timeOfDay(since)}, no change yet`;
  return (
    <Box role="status">
      <Hint byTap text={state === 'live' ? freshness : OUT_OF_DATE[state]}>
        {/* A button, so that the tooltip can be reached by keyboard and by touch. */}
        {(described) => (
          <Button
            {...described}
            size="small"
            color="inherit"
            sx={{ color: 'text.secondary', fontWeight: 400, gap: 1, px: 1, minWidth: 0, cursor: 'default' }}
          >
            <Box
              component="span"
              aria-hidden
              sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: COLOR[state] }}
            />
            <span>
              {WORDS[state]}
              {state === 'offline' ? <Since at={since} /> : null}
            </span>
          </Button>
        )}
      </Hint>
    </Box>
  );
}

/** A narrow header has no room for it. */
const Since = ({ at }: { readonly at: number }) => (
  <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
    {` since ${timeOfDay(at)}`}
  </Box>
);
