import { Box, Button, Tooltip } from '@mui/material';
import { useAtomValue } from 'jotai';
import { connectionAtom, type Connection, lastChangeAtom } from '../live/connection.js';
import { timeOfDay } from '../ui/calendar.js';
import { whenWords } from '../ui/time-words.js';
import { useNow } from '../ui/use-now.js';

const COLOR = { live: 'success.main', reconnecting: 'warning.main', offline: 'error.main' };

const WORDS: Record<Connection['state'], (since: number) => string> = {
  live: () => 'Live',
  reconnecting: () => 'Reconnecting',
  offline: (since) => `Offline since ${timeOfDay(since)}`,
};

/** Is what is on screen kept up to date, and how fresh is it? Nothing while no screen follows the live feed. */
export function LiveState() {
  const connection = useAtomValue(connectionAtom);
  const lastChange = useAtomValue(lastChangeAtom);
  const now = useNow();
  if (connection === null) return null;
  const { state, since } = connection;
  const freshness = lastChange
    ? `Last change: ${whenWords(lastChange, now)}`
    : `Since ${timeOfDay(since)}, no change yet`;
  return (
    <Box role="status">
      <Tooltip
        describeChild
        enterTouchDelay={0}
        title={
          state === 'live'
            ? freshness
            : 'What you see may be out of date. It is brought up to date when the connection is back.'
        }
      >
        {/* A button, so that the keyboard and a finger come to what it tells. */}
        <Button
          size="small"
          color="inherit"
          sx={{ color: 'text.secondary', fontWeight: 400, gap: 1, px: 1, minWidth: 0, cursor: 'default' }}
        >
          <Box component="span" aria-hidden sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: COLOR[state] }} />
          {WORDS[state](since)}
        </Button>
      </Tooltip>
    </Box>
  );
}
