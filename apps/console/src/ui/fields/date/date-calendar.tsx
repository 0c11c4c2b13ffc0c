import { Box, Popover } from '@mui/material';
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DateCalendar as Calendar } from '@mui/x-date-pickers/DateCalendar';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { esES, type PickersInputLocaleText } from '@mui/x-date-pickers/locales';
import dayjs, { type Dayjs } from 'dayjs';
import 'dayjs/locale/es-us.js';
import { type KeyboardEvent, useMemo } from 'react';
import { useLanguage } from '../../../language/language.js';

const localeText = esES.components.MuiLocalizationProvider.defaultProps.localeText as PickersInputLocaleText;
/** Texts of the calendar library, whose default is English. */
const LOCALIZED = { en: {}, es: { adapterLocale: 'es-us', localeText } } as const;

/** Days are YYYY-MM-DD. */
export interface DateCalendarProps {
  /** The accessible name of the dialog, for example "Choose DOB". */
  readonly title: string;
  /** Null if no valid day was typed. */
  readonly value: string | null;
  readonly min: string;
  readonly max: string;
  /** Without a value, the calendar opens at the years around this day; undefined opens the current month. */
  readonly startAt?: string | undefined;
  readonly anchorEl: HTMLElement | null;
  readonly open: boolean;
  readonly onPick: (day: string) => void;
  readonly onClose: () => void;
}

/**
 * A calendar popover for a date field. Arrows, Page Up and Down, Home and End move by days and months; its heading leads to the years and
 * months. Loaded when first opened, because only it needs the library.
 */
export function DateCalendar({ title, value, min, max, startAt, anchorEl, open, onPick, onClose }: DateCalendarProps) {
  const language = useLanguage();
  // The same object while the day is the same: with another one the calendar takes the focus back to the selected day at each rendering.
  const day = useMemo(() => (value === null ? null : dayjs(value)), [value]);
  const isLeftOut = day !== null && (day.isBefore(min) || day.isAfter(max));
  return (
    <Popover
      open={open}
      anchorEl={anchorEl}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-label': title } }}
    >
      <Box
        onKeyDownCapture={turnPages}
        onClick={({ target }) => {
          if (value !== null && isChosenDay(target)) onPick(value);
        }}
      >
        <LocalizationProvider dateAdapter={AdapterDayjs} {...LOCALIZED[language]}>
          <Calendar
            // During the slide animation, Enter would choose a day of the month that moves out.
            reduceAnimations
            autoFocus
            views={['year', 'month', 'day']}
            openTo={day === null && startAt !== undefined ? 'year' : 'day'}
            value={isLeftOut ? null : day}
            {...(startAt !== undefined && { referenceDate: dayjs(startAt) })}
            minDate={dayjs(min)}
            maxDate={dayjs(max)}
            onChange={(picked: Dayjs | null, state) => {
              if (state === 'finish' && picked !== null) onPick(picked.format('YYYY-MM-DD'));
            }}
            sx={{ width: 'min(320px, 100%)' }}
          />
        </LocalizationProvider>
      </Box>
    </Popover>
  );
}

/** Whether the chosen day was clicked: the library reports only a different day. Enter and Space arrive as clicks. */
const isChosenDay = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[role="gridcell"][aria-selected="true"]') !== null;

const OTHER_WAY: Readonly<Record<string, string>> = { PageUp: 'PageDown', PageDown: 'PageUp' };

/**
 * Page Up must go to the previous month (ARIA Authoring Practices, date picker), but the library does the opposite, so the keys are
 * swapped.
 */
function turnPages(event: KeyboardEvent): void {
  const key = OTHER_WAY[event.key];
  if (key === undefined || !event.isTrusted) return;
  event.preventDefault();
  event.stopPropagation();
  event.target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}
