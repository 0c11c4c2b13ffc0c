import { dayOf, instantOf } from '../item-task/due-day.js';

/** What a person may be mailed about, each by a choice of their own. Stored for ever. */
export const MAIL_KINDS = ['status', 'note', 'contact', 'delivery'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export const MAIL_CHOICES = ['now', 'digest', 'none'] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

/** What an unsubscribe link ends: the mail of one kind, or the digest with all that is in it. */
export const MAIL_TOPICS = [...MAIL_KINDS, 'digest'] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];

export type NotificationSettings = Readonly<Record<MailKind, MailChoice>>;

/** Of a person who has chosen nothing (decision 0060). */
export const DEFAULT_SETTINGS: NotificationSettings = {
  status: 'digest',
  note: 'now',
  contact: 'digest',
  delivery: 'now',
};

export const MAIL_KIND_WORDS: Readonly<Record<MailKind, string>> = {
  status: 'Status changes',
  note: 'Notes',
  contact: 'Contact attempts',
  delivery: 'Deliveries',
};

export const MAIL_CHOICE_WORDS: Readonly<Record<MailChoice, string>> = {
  now: 'Now',
  digest: 'Daily digest',
  none: 'None',
};

/** What a person has chosen. A kind that is left out has its default. */
export type ChosenSettings = Readonly<Partial<Record<MailKind, ChosenSetting>>>;

export interface ChosenSetting {
  readonly choice: MailChoice;
  /** What happened before it is not mailed: the person wanted none. ISO 8601, UTC; null: everything is. */
  readonly since: string | null;
}

export const settingsOf = (chosen: ChosenSettings): NotificationSettings => ({
  ...DEFAULT_SETTINGS,
  ...Object.fromEntries(Object.entries(chosen).map(([kind, { choice }]) => [kind, choice])),
});

/** The settings after a choice. */
export function withChoices(
  chosen: ChosenSettings,
  choices: Partial<NotificationSettings>,
  chosenAt: string,
): ChosenSettings {
  const before = settingsOf(chosen);
  const changed = MAIL_KINDS.flatMap((kind) => {
    const choice = choices[kind];
    if (choice === undefined) return [];
    return [[kind, { choice, since: before[kind] === 'none' ? chosenAt : (chosen[kind]?.since ?? null) }] as const];
  });
  return { ...chosen, ...Object.fromEntries(changed) };
}

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
export const digestInstant = (day: string): string => instantOf(day, DIGEST_HOUR);

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
