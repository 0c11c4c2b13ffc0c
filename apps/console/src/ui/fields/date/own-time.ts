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
