import { dayInWords } from '@throughline/domain';
import { IconButton, InputAdornment, useForkRef } from '@mui/material';
import { Calendar } from './icons.js';
import { type FocusEvent, type MouseEvent, useRef, useState } from 'react';
import { toast } from './announcer.js';
import { dayWords, todayPlus, typedDate } from './calendar.js';
import { TextField, type TextFieldProps } from './text-field.js';
import english from '../../texts/en/ui.json' with { type: 'json' };
import { textsOf, useLanguage } from '../language/language.js';

const useTexts = textsOf('ui', english);

export interface DateFieldProps extends Omit<TextFieldProps, 'endAdornment'> {
  /** Days that the calendar offers. Typed days are checked by the form's rules. */
  readonly days: CalendarDays;
}

/** Days as YYYY-MM-DD. `startAt`: a day among whose years the calendar opens; left out, it opens at this month. */
export interface CalendarDays {
  readonly min: string;
  readonly max: string;
  readonly startAt?: string;
}

const EARLIEST = '1900-01-01';

/** A birthday: usually long ago, never in the future. */
export const daysOfBirth = (): CalendarDays => ({
  min: EARLIEST,
  max: todayPlus({}),
  startAt: todayPlus({ years: -35 }),
});

/** A due date, or the day of a birth. */
export const dueDays = (): CalendarDays => ({ min: EARLIEST, max: todayPlus({ years: 1 }) });

/**
 * A date field with a calendar. A date can be typed or pasted as MM/DD/YYYY or YYYY-MM-DD; its value becomes YYYY-MM-DD on blur, which is
 * shown as MM/DD/YYYY. Text that is not a date stays as it is, and the form's rules report it.
 */
export function DateField({ help, days, onBlur, inputRef, readOnly = false, ...field }: DateFieldProps) {
  const say = useTexts();
  const language = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const forkedRef = useForkRef(input, inputRef);
  const button = useRef<HTMLButtonElement>(null);
  const [calendar, setCalendar] = useState<typeof import('./date-calendar.js') | null>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const open = anchor !== null;
  const close = () => setAnchor(null);
  const date = typedDate(field.value);

  const leave = (event: FocusEvent) => {
    if (date !== null && date !== field.value) field.onChange(date);
    // Moving between the text and its calendar is not a blur of the field.
    const goesTo = event.relatedTarget;
    if (!open && goesTo !== input.current && goesTo !== button.current) onBlur?.(event);
  };
  const show = (event: MouseEvent<HTMLElement>) => {
    setAnchor(event.currentTarget);
    import('./date-calendar.js').then(setCalendar, () => {
      close();
      toast(say('noCalendar'), 'error');
    });
  };
  return (
    <>
      <TextField
        {...field}
        value={dayInWords(field.value)}
        readOnly={readOnly}
        help={help ?? say('dateHelp')}
        onBlur={leave}
        inputRef={forkedRef}
        endAdornment={
          readOnly ? undefined : (
            <InputAdornment position="end">
              <IconButton
                ref={button}
                size="small"
                edge="end"
                aria-haspopup="dialog"
                aria-expanded={open && calendar !== null}
                aria-label={
                  date === null
                    ? say('chooseDay', { field: field.label })
                    : say('changeDay', { field: field.label, day: dayWords(date, language) })
                }
                onClick={show}
                onBlur={leave}
              >
                <Calendar size={16} aria-hidden />
              </IconButton>
            </InputAdornment>
          )
        }
      />
      {calendar === null ? null : (
        <calendar.DateCalendar
          title={say('choose', { field: field.label })}
          value={date}
          {...days}
          anchorEl={anchor}
          open={open}
          onPick={(day) => {
            field.onChange(day);
            close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}
