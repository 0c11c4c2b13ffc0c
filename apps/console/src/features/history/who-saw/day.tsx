import { CENTRAL_TIME } from '@throughline/domain';
import { useEffect, useRef, useState } from 'react';
import { DateField } from '../../../ui/fields/date/date-field.js';
import { todayPlus, typedDate } from '../../../ui/words/calendar.js';

interface DayProps {
  readonly label: string;
  /** YYYY-MM-DD; empty: none. */
  readonly day: string;
  readonly onDay: (day: string) => void;
  readonly error?: boolean;
}

/** A day that narrows what is shown, as soon as it is complete. */
export function Day({ label, day, onDay, error = false }: DayProps) {
  const [typed, setTyped] = useState(day);
  const known = useRef(day);
  // Back, or Show all, has changed the address.
  useEffect(() => {
    if (day !== known.current) setTyped(day);
    known.current = day;
  }, [day]);
  const type = (text: string) => {
    setTyped(text);
    const next = text.trim() === '' ? '' : typedDate(text);
    if (next === null || next === known.current) return;
    known.current = next;
    onDay(next);
  };
  const isUnread = typed.trim() !== '' && typedDate(typed) === null;
  return (
    <DateField
      label={label}
      value={typed}
      onChange={type}
      days={{ min: '2000-01-01', max: todayPlus({ timeZone: CENTRAL_TIME }) }}
      help={isUnread ? 'MM/DD/YYYY' : 'A day in Central Time'}
      error={error ? 'From is after To' : undefined}
    />
  );
}
