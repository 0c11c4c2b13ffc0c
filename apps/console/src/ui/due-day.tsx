import { Box } from '@mui/material';
import { CircleAlert } from './icons.js';
import { CENTRAL, exactTime } from './calendar.js';
import { dueWords } from './time-words.js';
import { useNow } from './use-clock.js';
import { VisuallyHidden } from './visually-hidden.js';

const COLOR = { over: 'error.main', today: 'warning.main', later: 'text.primary' };

/** `due today`, `2 days over`: `dueAt` is the first overdue instant, counted in days of Central Time; null: no due day. */
export function DueDay({ dueAt }: { readonly dueAt: string | null }) {
  const now = useNow();
  if (dueAt === null) return <Box component="span" sx={{ color: 'text.secondary' }}>no due day</Box>; // prettier-ignore
  const { words, urgency } = dueWords(dueAt, now);
  const exact = `until ${exactTime(Date.parse(dueAt) - 1, CENTRAL)}`;
  return (
    <Box
      component="time"
      dateTime={dueAt}
      title={exact}
      sx={{ color: COLOR[urgency], fontWeight: urgency === 'later' ? 400 : 600, whiteSpace: 'nowrap' }}
    >
      {urgency === 'over' ? (
        <CircleAlert size={14} aria-hidden style={{ verticalAlign: '-2px', marginRight: 4 }} />
      ) : null}
      {words}
      <VisuallyHidden> ({exact})</VisuallyHidden>
    </Box>
  );
}
