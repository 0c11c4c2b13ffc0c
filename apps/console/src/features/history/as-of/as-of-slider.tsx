import { Box, Button, IconButton, Slider, Typography } from '@mui/material';
import { ChevronLeft, ChevronRight } from '../../../ui/icons/page-icons.js';
import { exactTime } from '../../../ui/words/calendar.js';
import type { Moment } from '../timeline/timeline.js';

interface AsOfSliderProps {
  readonly moments: readonly Moment[];
  readonly index: number;
  readonly onSelect: (index: number) => void;
}

/** A slider over the events of the referral. */
export function AsOfSlider({ moments, index, onSelect }: AsOfSliderProps) {
  const last = moments.length - 1;
  const shown = moments[index];
  if (shown === undefined) return null;
  const words = (at: number) => {
    const moment = moments[at];
    return moment === undefined ? '' : `${exactTime(Date.parse(moment.entry.at))}, ${moment.sentence}`;
  };
  return (
    <Box component="section" aria-label="As of" sx={{ py: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        <Typography variant="body2" sx={{ flex: '1 1 260px' }}>
          <Typography component="span" variant="body2" color="textSecondary">
            As of{' '}
          </Typography>
          <strong>{exactTime(Date.parse(shown.entry.at))}</strong>
          <Typography component="span" variant="body2" color="textSecondary">
            {` · event ${index + 1} of ${moments.length}`}
          </Typography>
        </Typography>
        <Button size="small" disabled={index === last} onClick={() => onSelect(last)}>
          Show current state
        </Button>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <IconButton aria-label="Previous event" disabled={index <= 0} onClick={() => onSelect(index - 1)}>
          <ChevronLeft size={18} aria-hidden />
        </IconButton>
        <Slider
          aria-label="As of event"
          size="small"
          min={0}
          max={Math.max(last, 1)}
          disabled={last < 1}
          marks={last <= MAX_MARKS}
          value={index}
          getAriaValueText={words}
          onChange={(_, value) => onSelect(value as number)}
        />
        <IconButton aria-label="Next event" disabled={index >= last} onClick={() => onSelect(index + 1)}>
          <ChevronRight size={18} aria-hidden />
        </IconButton>
      </Box>
    </Box>
  );
}

/** With more marks, the marks would merge into one line. */
const MAX_MARKS = 40;
