import { AS_OF } from './past.js';

/** The parameter of the address that says as whom the moment is seen. */
export const AS = 'as';

export type AsOf = { readonly position: number } | { readonly time: number };

/** As the API reads a time: with seconds and a zone, of a day that exists. */
const TIME = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** The moment in words of the address; null if it is none, or is still to come. `now` is in milliseconds since the Unix epoch. */
export function asOfIn(text: string, now: number): AsOf | null {
  if (/^\d+$/.test(text)) return Number.isSafeInteger(Number(text)) ? { position: Number(text) } : null;
  const [, day = ''] = TIME.exec(text) ?? [];
  const time = isDay(day) ? Date.parse(text) : NaN;
  return time <= now ? { time } : null;
}

/** `Date` reads the 31st of a month of 30 days as the 1st of the next one. */
const isDay = (day: string): boolean => {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
};

/** The index of the last event at or before the moment; -1 before the first one. */
export const indexAt = (entries: readonly { readonly position: number; readonly at: string }[], asOf: AsOf): number =>
  entries.findLastIndex(({ position, at }) =>
    'position' in asOf ? position <= asOf.position : Date.parse(at) <= asOf.time,
  );

/** The address with this moment, or with that of the present. */
export function withAsOf(parameters: URLSearchParams, asOf: string | null): URLSearchParams {
  const changed = new URLSearchParams(parameters);
  changed.delete(AS_OF);
  if (asOf === null) changed.delete(AS);
  else changed.set(AS_OF, asOf);
  return changed;
}
