import { dayInWords } from '@throughline/domain';
import { IconButton, InputAdornment, useForkRef } from '@mui/material';
import { Calendar } from '../../icons/icons.js';
import { type FocusEvent, useRef } from 'react';
import { dayWords, todayPlus, typedDate } from '../../words/calendar.js';
import { onDemand, useOpening } from '../../page/on-demand.js';
import { TextField, type TextFieldProps } from '../text-field.js';
import english from '../../../../texts/en/ui.json' with { type: 'json' };
import { textsOf, useLanguage } from '../../../language/language.js';

const useTexts = textsOf('ui', english);

const DateCalendar = onDemand(async () => (await import('./date-calendar.js')).DateCalendar);

export interface DateFieldProps extends Omit<TextFieldProps, 'endAdornment'> {
  /** The days that the calendar offers. Typed days are validated by the form's schema. */
  readonly days: CalendarDays;
}

/** Days are YYYY-MM-DD. `startAt` is a day around whose years the calendar opens; the default is the current month. */
export interface CalendarDays {
  readonly min: string;
  readonly max: string;
  readonly startAt?: string;
}

const EARLIEST = '1900-01-01';

/** Dates of birth: usually long ago, never in the future. */
export const daysOfBirth = (): CalendarDays => ({
  min: EARLIEST,
  max: todayPlus({}),
  startAt: todayPlus({ years: -35 }),
});

/** Due dates and expected days of birth. */
export const dueDays = (): CalendarDays => ({ min: EARLIEST, max: todayPlus({ years: 1 }) });

/**
 * A date field with a calendar. A date can be typed or pasted as MM/DD/YYYY or YYYY-MM-DD; on blur its value becomes YYYY-MM-DD, which is
 * shown as MM/DD/YYYY. Text that is not a date stays unchanged, and the form's validation reports it.
 */
export function DateField({ help, days, onBlur, inputRef, readOnly = false, ...field }: DateFieldProps) {
  const t = useTexts();
  const language = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const forkedRef = useForkRef(input, inputRef);
  const button = useRef<HTMLButtonElement>(null);
  const { hasOpened, part, show } = useOpening();
  const date = typedDate(field.value);

  const leave = (event: FocusEvent) => {
    if (date !== null && date !== field.value) field.onChange(date);
    // Moving the focus between the text and its calendar is not a blur of the field.
    const goesTo = event.relatedTarget;
    if (!part.open && goesTo !== input.current && goesTo !== button.current) onBlur?.(event);
  };
  return (
    <>
      <TextField
        {...field}
        value={dayInWords(field.value)}
        readOnly={readOnly}
        help={help ?? t('dateHelp')}
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
                aria-expanded={part.open}
                aria-label={
                  date === null
                    ? t('chooseDay', { field: field.label })
                    : t('changeDay', { field: field.label, day: dayWords(date, language) })
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
      {hasOpened ? (
        <DateCalendar
          title={t('choose', { field: field.label })}
          value={date}
          {...days}
          {...part}
          onPick={(day) => {
            field.onChange(day);
            part.onClose();
          }}
          onFailed={part.onClose}
        />
      ) : null}
    </>
  );
}
