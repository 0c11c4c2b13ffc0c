import { createHash } from 'node:crypto';
import {
  type Account,
  dayInWords,
  DIGEST_HOUR,
  isActive,
  MAIL_KIND_WORDS,
  mailFormOf,
  type MailTopic,
  maySeeQueue,
  type NotificationReader,
  notificationRule,
  roleOf,
} from '@throughline/domain';
import { type Mail, signToken, type WorkerConfig } from '@throughline/platform';
import type { NotificationToMail } from '@throughline/read-models';

export type MailConfig = Pick<WorkerConfig, 'publicOrigin' | 'secretKey' | 'operatorCompanyId'>;

/** How long the link of a mail unsubscribes. Milliseconds. */
const LINK_MAX_AGE_MS = 180 * 24 * 3_600_000;

/** Those of a person's notifications that they are to be mailed in this form, by their account as it is now: its settings, its rights, and whether it is active. */
export const wantedIn = (
  form: 'single' | 'digest',
  account: Account,
  notifications: readonly NotificationToMail[],
  { now, operatorCompanyId }: Pick<MailConfig, 'operatorCompanyId'> & { readonly now: Date },
): readonly NotificationToMail[] =>
  notifications.filter(
    ({ mailKind, notifiedAt, reader }) =>
      isActive(account) &&
      (reader === 'submitter' || maySeeQueue({ role: roleOf(account, operatorCompanyId) })) &&
      mailFormOf(account.notificationSettings ?? {}, { kind: mailKind, notifiedAt }, now) === form,
  );

const REASONS: Readonly<Record<NotificationReader, string>> = {
  submitter: 'you submitted this referral',
  staff: 'it is a note for you',
};

/** One notification. Like the bell it names a referral by its id and no person, and holds no text of a note. */
export function singleMail({ email, userId }: Account, notification: NotificationToMail, config: MailConfig): Mail {
  const { mailId, kind, mailKind, reader, facts, notifiedAt } = notification;
  const { words, path } = notificationRule(kind);
  const url = unsubscribeUrl(config, { userId, topic: mailKind, sentAt: notifiedAt });
  const setting = MAIL_KIND_WORDS[mailKind];
  return {
    to: email,
    subject: words(facts, 1),
    text: [
      `${words(facts, 1)}.`,
      '',
      'Look at it here:',
      `${config.publicOrigin}${path(facts, 1)}`,
      '',
      `You get this mail because ${REASONS[reader]}, and in your Notification Settings "${setting}" is "Now".`,
      ...howToChange(config, `Get no more mail about ${setting.toLowerCase()}`, url),
    ].join('\n'),
    messageId: messageIdOf(mailId, config),
    unsubscribeUrl: url,
  };
}

/** What a person was notified of since the last digest, by referral. `sentAt`: the instant of the digest. */
export function digestMail(
  { email, userId }: Account,
  notifications: readonly NotificationToMail[],
  { day, sentAt, ...config }: MailConfig & { readonly day: string; readonly sentAt: Date },
): Mail {
  const url = unsubscribeUrl(config, { userId, topic: 'digest', sentAt });
  return {
    to: email,
    subject: `Daily digest of ${dayInWords(day)}`,
    text: [
      'What happened since the last digest:',
      '',
      ...linesOf(notifications, config.publicOrigin),
      `You get this mail, at ${DIGEST_HOUR}:00 AM Central Time on days with news, because of your Notification Settings.`,
      ...howToChange(config, 'Get no more digests', url),
    ].join('\n'),
    messageId: messageIdOf(`digest ${userId} ${day}`, config),
    unsubscribeUrl: url,
  };
}

/** Of a kind of which a busy day brings many, those about one referral are one line. */
function linesOf(notifications: readonly NotificationToMail[], origin: string): readonly string[] {
  const byLine = new Map<string, NotificationToMail[]>();
  for (const notification of notifications) {
    const { kind, referralId, mailId } = notification;
    const key = notificationRule(kind).together === 'of-referral' ? `${kind} ${referralId}` : mailId;
    byLine.set(key, [...(byLine.get(key) ?? []), notification]);
  }
  return [...byLine.values()].flatMap((group) => {
    const [{ kind, facts }] = group as [NotificationToMail, ...NotificationToMail[]];
    const { words, path } = notificationRule(kind);
    return [`${words(facts, group.length)}:`, `${origin}${path(facts, group.length)}`, ''];
  });
}

const howToChange = ({ publicOrigin }: MailConfig, stop: string, url: string): readonly string[] => [
  `Change them: ${publicOrigin}/user`,
  `${stop}: ${url}`,
];

/** By the instant of the mail, so that a repeated mail has the same link. */
function unsubscribeUrl(
  { publicOrigin, secretKey }: MailConfig,
  { userId, topic, sentAt }: { readonly userId: string; readonly topic: MailTopic; readonly sentAt: Date },
): string {
  const parts = [Buffer.from(userId).toString('base64url'), topic];
  const expiresAt = new Date(sentAt.getTime() + LINK_MAX_AGE_MS);
  return `${publicOrigin}/unsubscribe/${signToken(secretKey, 'unsubscribe', { parts, expiresAt })}`;
}

/** The same whenever the mail is made. */
const messageIdOf = (id: string, { publicOrigin }: MailConfig): string =>
  `notification.${createHash('sha256').update(id).digest('base64url').slice(0, 22)}@${new URL(publicOrigin).hostname}`;
