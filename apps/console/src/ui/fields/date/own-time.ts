import { zoneName } from '../../words/calendar.js';

/** Help of a `datetime-local` field: the time zone at the typed time, because a clock change may come before it. */
export function zoneHelp(local: string): string | undefined {
  const at = Date.parse(local);
  return Number.isNaN(at) ? undefined : `Your own time, ${zoneName(at)}.`;
}

/** Converts a typed local time to ISO 8601 in UTC. An invalid time is returned as typed, and the schema refuses it. */
export function instantOf(local: string): string {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? local : at.toISOString();
}

const LENGTH = { minute: 'YYYY-MM-DDTHH:MM'.length, second: 'YYYY-MM-DDTHH:MM:SS'.length };

/** The value of a `datetime-local` field: local time without a zone. */
export const localTime = (at: Date, to: keyof typeof LENGTH = 'minute'): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, LENGTH[to]);
