import { serverTimeOf } from '../../api/server-time.js';
import { useLanguage } from '../../language/language.js';
import { exactTime } from './calendar.js';
import { ageWords, whenWords } from './time-words.js';
import { useNow } from '../use-clock.js';
import { VisuallyHidden } from '../visually-hidden.js';

interface InstantProps {
  /** ISO 8601. */
  readonly at: string;
}

/**
 * An instant such as `Today 10:42` in the reader's zone, with the exact time and its zone on hover and for screen readers. The footer
 * of the page names the zone.
 */
export function When({ at }: InstantProps) {
  return <Instant at={at} words={whenWords(at, useNow(), undefined, useLanguage())} />;
}

/** An instant in milliseconds by the clock of this browser, which may be wrong. */
export function NotedWhen({ at }: { readonly at: number }) {
  useNow(); // The server's time may have become known since.
  return <When at={new Date(serverTimeOf(at)).toISOString()} />;
}

/** The time since an instant, such as `6 d`, with the exact instant on hover and for screen readers. */
export function Age({ at }: InstantProps) {
  return <Instant at={at} words={ageWords(at, useNow(), useLanguage())} />;
}

function Instant({ at, words }: InstantProps & { readonly words: string }) {
  const exact = exactTime(Date.parse(at), undefined, useLanguage());
  return (
    <time dateTime={at} title={exact}>
      {words}
      <VisuallyHidden> ({exact})</VisuallyHidden>
    </time>
  );
}
