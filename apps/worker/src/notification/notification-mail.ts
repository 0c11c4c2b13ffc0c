import { createHash } from 'node:crypto';
import {
  type Account,
  DIGEST_HOUR,
  isActive,
  type Language,
  MAIL_KIND_WORDS,
  mailFormOf,
  type MailTopic,
  maySeeQueue,
  notificationRule,
  roleOf,
} from '@throughline/domain';
import { translateIn, wordsIn } from '@throughline/mail-texts';
import { type Mail, signToken, type WorkerConfig } from '@throughline/platform';
import type { NotificationToMail } from '@throughline/read-models';

export type MailConfig = Pick<WorkerConfig, 'publicOrigin' | 'secretKey' | 'operatorCompanyId'>;

/** For how long the link of a mail unsubscribes. Milliseconds. */
const LINK_MAX_AGE_MS = 180 * 24 * 3_600_000;

/**
 * The notifications to mail to the owner of the account in this form. The account's current settings and rights decide; an inactive account
 * gets no mail.
 */
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

/**
 * A mail about one notification, or about several notes on one case, of which it says how many they are. Like the bell it names a referral
 * only by its id, names no person, and has no text of a note.
 */
export function singleMail(
  { email, userId, language = 'en' }: Account,
  told: readonly [NotificationToMail, ...NotificationToMail[]],
  config: MailConfig,
): Mail {
  const [{ mailId, kind: first, mailKind, reader, facts, notifiedAt }] = told;
  const count = told.length;
  // Replies, mentions and other notes are notes in a mail about several.
  const kind = count > 1 ? 'note' : first;
  const [t, inLanguage] = [translateIn(language), wordsIn(language)];
  const { words, path } = notificationRule(kind);
  const url = unsubscribeUrl(config, { userId, topic: mailKind, sentAt: notifiedAt });
  const news = inLanguage(words(facts, count));
  const setting = inLanguage(MAIL_KIND_WORDS[mailKind]);
  return {
    to: email,
    subject: news,
    text: t('notification', {
      news,
      reader,
      setting,
      link: `${config.publicOrigin}${path(facts, count)}`,
      settingInside: setting.toLowerCase(),
      settingsLink: settingsLink(config),
      stopLink: url,
    }),
    messageId: messageIdOf(mailId, config),
    unsubscribeUrl: url,
  };
}

/** A mail about everything that a person was notified of since the last digest, by referral. `sentAt`: the instant of the digest. */
export function digestMail(
  { email, userId, language = 'en' }: Account,
  notifications: readonly NotificationToMail[],
  { day, sentAt, ...config }: MailConfig & { readonly day: string; readonly sentAt: Date },
): Mail {
  const t = translateIn(language);
  const url = unsubscribeUrl(config, { userId, topic: 'digest', sentAt });
  return {
    to: email,
    subject: t('digestSubject', { day: new Date(day) }),
    text: t('digest', {
      news: linesOf(notifications, language, config.publicOrigin),
      hour: DIGEST_HOUR,
      settingsLink: settingsLink(config),
      stopLink: url,
    }),
    messageId: messageIdOf(`digest ${userId} ${day}`, config),
    unsubscribeUrl: url,
  };
}

/** One line for each notification; for kinds of which a busy day brings many, one for all of them about a referral. */
function linesOf(notifications: readonly NotificationToMail[], language: Language, origin: string): string {
  const byLine = new Map<string, NotificationToMail[]>();
  for (const notification of notifications) {
    const { kind, referralId, mailId } = notification;
    const key = notificationRule(kind).together === 'of-referral' ? `${kind} ${referralId}` : mailId;
    byLine.set(key, [...(byLine.get(key) ?? []), notification]);
  }
  const inLanguage = wordsIn(language);
  const lines = [...byLine.values()].flatMap((group) => {
    const [{ kind, facts }] = group as [NotificationToMail, ...NotificationToMail[]];
    const { words, path } = notificationRule(kind);
    return [`${inLanguage(words(facts, group.length))}:`, `${origin}${path(facts, group.length)}`, ''];
  });
  return lines.join('\n');
}

const settingsLink = ({ publicOrigin }: MailConfig) => `${publicOrigin}/user`;

/** Depends on the instant of the mail only, so that a repeated mail has the same link. */
function unsubscribeUrl(
  { publicOrigin, secretKey }: MailConfig,
  { userId, topic, sentAt }: { readonly userId: string; readonly topic: MailTopic; readonly sentAt: Date },
): string {
  const expiresAt = new Date(sentAt.getTime() + LINK_MAX_AGE_MS);
  return `${publicOrigin}/unsubscribe/${signToken(secretKey, 'unsubscribe', { parts: [userId, topic], expiresAt })}`;
}

/** The Message-ID of a mail. It is the same however often the mail is made, so that a repeated mail is recognised. */
const messageIdOf = (id: string, { publicOrigin }: MailConfig): string =>
  `notification.${createHash('sha256').update(id).digest('base64url').slice(0, 22)}@${new URL(publicOrigin).hostname}`;
