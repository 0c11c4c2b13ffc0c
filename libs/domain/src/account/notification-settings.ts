/** What a person may be mailed about; they choose the setting of each kind. Stored for ever. */
export const MAIL_KINDS = ['status', 'note', 'contact', 'delivery'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export const MAIL_CHOICES = ['now', 'digest', 'none'] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

/** What an unsubscribe link ends: mails of one kind, or the daily digest with everything in it. */
export const MAIL_TOPICS = [...MAIL_KINDS, 'digest'] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];

export type NotificationSettings = Readonly<Record<MailKind, MailChoice>>;

/** The settings of a person who has chosen nothing (decision 0060). */
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
  /**
   * Nothing is mailed that happened before this instant, because the person wanted no mail then. ISO 8601, UTC; null: everything is mailed.
   */
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
