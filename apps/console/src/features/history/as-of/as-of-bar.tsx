import { Box, Button, IconButton, Slider, Typography } from '@mui/material';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useState } from 'react';
import { serverNow } from '../../../api/server-time.js';
import { ChoiceField } from '../../../ui/fields/choice/choice-field.js';
import { instantOf, localTime } from '../../../ui/fields/date/own-time.js';
import { TextField } from '../../../ui/fields/text-field.js';
import { ChevronLeft, ChevronRight } from '../../../ui/icons/page-icons.js';
import { exactTime, zoneName } from '../../../ui/words/calendar.js';
import type { Moment } from '../timeline/timeline.js';
import { SPEEDS, usePlayback } from './playback.js';

interface AsOfBarProps {
  readonly moments: readonly Moment[];
  /** Of the last event at or before the shown moment; -1 before the first one. */
  readonly index: number;
  /** The shown moment in milliseconds since the Unix epoch. */
  readonly now: number;
  /** Whether the page still reads what it is to show. Playing goes on afterwards. */
  readonly isBusy?: boolean;
  /** As whom the page can be shown, where that is a choice. */
  readonly seenAs?: { readonly value: string; readonly onChange: (as: string) => void };
  readonly onSelect: (index: number) => void;
  /** A time that was typed (ISO 8601). */
  readonly onTime: (time: string) => void;
  /** Null while the page shows the present. */
  readonly onNow: (() => void) | null;
}

/**
 * The bar below a page of a case that goes to any moment of it: by a typed time, from event to event, or by itself. It stays at the bottom of
 * the window.
 */
export function AsOfBar(props: AsOfBarProps) {
  const { moments, index, now, isBusy = false, seenAs, onSelect, onTime, onNow } = props;
  const last = moments.length - 1;
  const { isPlaying, speed, setPlaying, setSpeed } = usePlayback({ moments, index, isBusy, onSelect });
  // What the slider was moved to and the page does not show yet: while the pointer drags it, and until the address has changed, so that the
  // next key goes on from there.
  const [wanted, setWanted] = useState<number | null>(null);
  if (wanted === index) setWanted(null);
  /** On a phone, the rest opens on demand: the page needs the room. */
  const [hasMore, setMore] = useState(false);
  const at = wanted ?? index;
  const moment = moments[at];
  const select = (to: number) => {
    if (moments[to] === undefined) return;
    setPlaying(false);
    setWanted(to);
    onSelect(to);
  };
  return (
    <Box component="section" aria-label="As of" sx={BAR}>
      {/* What has the focus is not behind the bar. */}
      <GlobalStyles styles={{ html: { scrollPaddingBottom: 180 } }} />
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        <strong>{exactTime(wanted === null || !moment ? now : Date.parse(moment.entry.at))}</strong>
        {` · event ${at + 1} of ${moments.length} · `}
        {moment ? moment.sentence : 'before the first event'}
      </Typography>
      <Box sx={ROW}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flex: '1 1 260px', minWidth: 0 }}>
          <IconButton aria-label="Previous event" {...until(at > 0, () => select(at - 1))}>
            <ChevronLeft size={18} aria-hidden />
          </IconButton>
          <Slider
            aria-label="As of event"
            size="small"
            // Before the first event, that is where the slider stands: the next key goes to the first one.
            min={Math.min(at, 0)}
            max={Math.max(last, 1)}
            disabled={last < 1}
            marks={last <= MAX_MARKS}
            value={at}
            getAriaValueText={(value) => (value < 0 ? 'before the first event' : wordsOf(moments[value]))}
            onChange={(_, value) => setWanted(value as number)}
            onChangeCommitted={(_, value) => select(value as number)}
          />
          <IconButton aria-label="Next event" {...until(at < last, () => select(at + 1))}>
            <ChevronRight size={18} aria-hidden />
          </IconButton>
        </Box>
        <Button sx={TARGET} disabled={last < 1} onClick={() => setPlaying(!isPlaying)}>
          {isPlaying ? 'Pause' : 'Play'}
        </Button>
        <ChoiceField
          label="Speed"
          emptyLabel={null}
          choices={SPEEDS.map((times) => ({ value: String(times), label: `${times} ×` }))}
          value={String(speed)}
          onChange={(value) => setSpeed(Number(value))}
          sx={{ ...SMALL, width: 88 }}
        />
        <Button sx={{ ...TARGET, display: { md: 'none' } }} aria-expanded={hasMore} onClick={() => setMore(!hasMore)}>
          {seenAs ? 'Time, as…' : 'Time…'}
        </Button>
        <Box sx={{ ...ROW, display: { xs: hasMore ? 'flex' : 'none', md: 'flex' } }}>
          <TypedTime now={now} onTime={onTime} />
          {seenAs ? (
            <ChoiceField
              label="Seen as"
              emptyLabel={null}
              choices={SEEN_AS}
              {...seenAs}
              sx={{ ...SMALL, width: 190 }}
            />
          ) : null}
        </Box>
        <Button sx={{ ...TARGET, ml: 'auto' }} variant="outlined" disabled={onNow === null} onClick={() => onNow?.()}>
          Back to now
        </Button>
      </Box>
    </Box>
  );
}

/** A button that keeps the focus at the end of its way, where it does nothing: one that is disabled would lose it. */
const until = (isPossible: boolean, onClick: () => void) => ({
  'aria-disabled': !isPossible,
  onClick: () => (isPossible ? onClick() : undefined),
  sx: { ...TARGET, ...(!isPossible && { opacity: 0.4, cursor: 'default' }) },
});

const wordsOf = (moment: Moment | undefined) =>
  moment === undefined ? '' : `${exactTime(Date.parse(moment.entry.at))}, ${moment.sentence}`;

const SEEN_AS = [
  { value: '', label: 'Seen as staff' },
  { value: 'referrer', label: 'Seen as the referrer' },
];

/** With more marks, the marks would merge into one line. */
const MAX_MARKS = 40;

/** What a finger can tap. */
const TARGET = { minHeight: 44, minWidth: 44 } as const;
/** As high as a button beside it. Its label is for screen readers: what it shows says it to others. */
const SMALL = {
  flexShrink: 0,
  '& .MuiFormLabel-root': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  '& .MuiInputBase-root': { minHeight: 44 },
} as const;

const ROW = {
  display: 'flex',
  alignItems: 'flex-start',
  columnGap: 1,
  rowGap: 0.5,
  flexWrap: { xs: 'wrap', lg: 'nowrap' },
} as const;

const BAR = {
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  displayPrint: 'none',
  display: 'grid',
  gap: 0.5,
  mt: 'auto',
  pt: 1,
  pb: 1,
  borderTop: 1,
  borderColor: 'divider',
  bgcolor: 'background.default',
  // No line of the page shows below it, whatever the window's height is rounded to.
  boxShadow: '0 8px var(--mui-palette-background-default)',
} as const;

/** Includes the whole second that is typed. */
const END_OF_SECOND_MS = 999;

/** A day and time, to the second, in the reader's zone. */
function TypedTime({ now, onTime }: Pick<AsOfBarProps, 'now' | 'onTime'>) {
  const [typed, setTyped] = useState(() => localTime(new Date(now), 'second'));
  const [error, setError] = useState<string>();
  const [shownAt, setShownAt] = useState(now);
  if (shownAt !== now) {
    // Another moment is shown. The field itself stays, with the focus.
    setShownAt(now);
    setTyped(localTime(new Date(now), 'second'));
    setError(undefined);
  }
  const show = () => {
    const second = Date.parse(instantOf(typed));
    if (Number.isNaN(second)) setError('Type a day and a time.');
    else if (second > serverNow()) setError('This time is still to come.');
    else onTime(new Date(Math.min(second + END_OF_SECOND_MS, serverNow())).toISOString());
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        show();
      }}
      sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, minWidth: 0 }}
    >
      <TextField
        label={['Day and time', zoneOf(typed)].filter(Boolean).join(', ')}
        type="datetime-local"
        step={1}
        value={typed}
        onChange={(value) => {
          setTyped(value);
          setError(undefined);
        }}
        error={error}
        sx={{ ...SMALL, flexShrink: 1, width: 236, minWidth: 0 }}
      />
      <Button type="submit" sx={TARGET} variant="outlined">
        Show
      </Button>
    </Box>
  );
}

/** The zone at the typed time. */
function zoneOf(typed: string): string | null {
  const at = Date.parse(typed);
  return Number.isNaN(at) ? null : zoneName(at);
}
