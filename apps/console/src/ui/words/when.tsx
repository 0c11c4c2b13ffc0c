import { serverTimeOf } from '../../api/server-time.js';
import { useLanguage } from '../../language/language.js';
import { exactTime } from '../fields/calendar.js';
import { ageWords, whenWords } from './time-words.js';
import { useNow } from '../use-clock.js';
import { VisuallyHidden } from '../visually-hidden.js';

interface InstantProps {
  /** ISO 8601. */
  readonly at: string;
  /** Left out: the zone of the reader. */
  readonly timeZone?: string | undefined;
}

/** `Today 10:42`; the exact time with its zone on hover and for screen readers. */
export function When({ at, timeZone }: InstantProps) {
  return <Instant at={at} timeZone={timeZone} words={whenWords(at, useNow(), timeZone, useLanguage())} />;
}

/** `Today 10:42` of an instant in ms that this browser noted by its own clock, which may be wrong. */
export function NotedWhen({ at }: { readonly at: number }) {
  useNow(); // The server's time may have become known since.
  return <When at={new Date(serverTimeOf(at)).toISOString()} />;
}

/** How long ago: `6 d`; the exact beginning on hover and for screen readers. */
export function Age({ at }: InstantProps) {
  return <Instant at={at} words={ageWords(at, useNow(), useLanguage())} />;
}

function Instant({ at, timeZone, words }: InstantProps & { readonly words: string }) {
  const exact = exactTime(Date.parse(at), timeZone, useLanguage());
  return (
    <time dateTime={at} title={exact}>
      {words}
      <VisuallyHidden> ({exact})</VisuallyHidden>
    </time>
  );
}
