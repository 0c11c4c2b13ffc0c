import { CENTRAL_TIME, dayInWords, type Hold, type TaskFacts } from '@throughline/domain';
import { Box, Typography } from '@mui/material';
import { CircleAlert } from '../icons/page-icons.js';
import { exactTime } from './calendar.js';
import { dueWords } from './time-words.js';
import { useNow } from '../use-clock.js';
import { VisuallyHidden } from '../visually-hidden.js';
import english from '../../../texts/en/ui.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('ui', english);

const COLOR = { over: 'error.main', today: 'warning.main', later: 'text.primary' };

interface DueDayProps {
  /** `dueAt` is the first overdue instant of an open task; null if it has no due day. `fellDue`: it is overdue, whatever the clock says. */
  readonly task: Pick<TaskFacts, 'dueAt' | 'onHold'> & Partial<Pick<TaskFacts, 'fellDue'>>;
}

/** The day until which a task waits, and the reason. */
export function OnHold({ hold: { until, reason } }: { readonly hold: Hold }) {
  const t = useTexts();
  return (
    <Typography sx={{ overflowWrap: 'anywhere' }}>
      {t('onHold', { day: dayInWords(until) })}
      {reason === null ? '' : `: ${reason}`}
    </Typography>
  );
}

/**
 * The due day in words, such as `due today` or `2 days overdue`, counted in days of Central Time; for a task on hold `on hold until
 * 11/30/2026`.
 */
export function DueDay({ task: { dueAt, onHold, fellDue = false } }: DueDayProps) {
  const now = useNow();
  if (onHold) return <span style={{ whiteSpace: 'nowrap' }}>on hold until {dayInWords(onHold.until)}</span>;
  if (dueAt === null) return <Box component="span" sx={{ color: 'text.secondary' }}>no due day</Box>; // prettier-ignore
  const { words, urgency } = dueWords(dueAt, fellDue ? Math.max(now, Date.parse(dueAt)) : now);
  const exact = `until ${exactTime(Date.parse(dueAt) - 1, CENTRAL_TIME)}`;
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
