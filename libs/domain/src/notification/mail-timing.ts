import { type ChosenSettings, type MailKind, settingsOf } from '../account/notification-settings.js';
import { dayOf, instantInChicago } from '../item-task/catalogue/due-day.js';

/** A notification that could not be mailed for this long, because the mail server was unavailable, is left to the digest. Milliseconds. */
export const MAIL_NOW_WITHIN_MS = 2 * 3_600_000;

/** A person is mailed about all notes on a case of this time together, so that a conversation is one mail. Milliseconds. */
export const NOTES_TOGETHER_MS = 10 * 60_000;

/** When a notification that a person is mailed about by itself is mailed at the earliest. */
export const mailAt = ({ kind, notifiedAt }: { readonly kind: MailKind; readonly notifiedAt: Date }): Date =>
  kind === 'note' ? new Date(notifiedAt.getTime() + NOTES_TOGETHER_MS) : notifiedAt;

/** In which form a person is mailed a notification; null: not at all. */
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

/** The hour of the daily digest on the clock of America/Chicago. */
export const DIGEST_HOUR = 7;

/** The instant of the digest of a calendar day (YYYY-MM-DD), ISO 8601, UTC. */
export const digestInstant = (day: string): string => instantInChicago(`${day}T0${DIGEST_HOUR}:00`)!;

/**
 * The day of the digest that includes what happened at an instant: the first digest after it, or the last one that is due by `now`, if that
 * is later.
 */
export function digestDayOf(instant: string, now: Date): string {
  const [first, last] = [firstDigestAfter(instant), lastDigestDay(now)];
  return first > last ? first : last;
}

/** The day of the last digest that is due by `now`. */
export const lastDigestDay = (now: Date): string => dayAfter(firstDigestAfter(now.toISOString()), -1);

function firstDigestAfter(instant: string): string {
  const today = dayOf(instant);
  return Date.parse(instant) < Date.parse(digestInstant(today)) ? today : dayAfter(today, 1);
}

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
