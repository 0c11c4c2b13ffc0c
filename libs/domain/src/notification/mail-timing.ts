import { type ChosenSettings, type MailKind, settingsOf } from '../account/notification-settings.js';
import { dayOf, instantInChicago } from '../item-task/catalogue/due-day.js';

/** What could not be mailed by itself for so long, as the mail server was away, is left to the digest. Milliseconds. */
export const MAIL_NOW_WITHIN_MS = 2 * 3_600_000;

/** How a person is mailed something that they were notified of; null: not at all. */
export function mailFormOf(
  chosen: ChosenSettings,
  { kind, notifiedAt }: { readonly kind: MailKind; readonly notifiedAt: Date },
  now: Date,
): 'single' | 'digest' | null {
  const choice = settingsOf(chosen)[kind];
  const since = chosen[kind]?.since ?? null;
  if (choice === 'none' || (since !== null && notifiedAt.getTime() < Date.parse(since))) return null;
  return choice === 'now' && now.getTime() - notifiedAt.getTime() < MAIL_NOW_WITHIN_MS ? 'single' : 'digest';
}

/** On the clock of America/Chicago. */
export const DIGEST_HOUR = 7;

/** The instant of the digest of a calendar day (YYYY-MM-DD), ISO 8601, UTC. */
export const digestInstant = (day: string): string => instantInChicago(`${day}T0${DIGEST_HOUR}:00`)!;

/** The day of the digest that tells what happened at an instant: the first one after it, or the last one whose hour has come, if that is later. */
export function digestDayOf(instant: string, now: Date): string {
  const [first, last] = [firstDigestAfter(instant), lastDigestDay(now)];
  return first > last ? first : last;
}

/** The day of the last digest whose hour has come. */
export const lastDigestDay = (now: Date): string => dayAfter(firstDigestAfter(now.toISOString()), -1);

function firstDigestAfter(instant: string): string {
  const today = dayOf(instant);
  return Date.parse(instant) < Date.parse(digestInstant(today)) ? today : dayAfter(today, 1);
}

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
