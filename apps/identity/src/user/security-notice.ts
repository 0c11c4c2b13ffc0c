import type { MailText, MailValues } from '@throughline/mail-texts';
import type { IdentityProvider } from '../identity-provider.js';
import { queueMail } from '../mail/queue-mail.js';
import { randomSecret } from '../secret.js';
import type { User } from './user.js';
import { translateFor } from './user-profile.js';

interface Change {
  /** A sentence without a full stop. */
  readonly subject: MailText;
  /** The text that says what was changed. */
  readonly words: MailText;
  readonly values?: MailValues;
}

/** Mails the owner of an account that its sign-in was changed. `provider` must have the `db` of the transaction that changes it. */
export async function sendSecurityNotice(
  provider: IdentityProvider,
  { profile }: Pick<User, 'profile'>,
  { subject, words, values }: Change,
): Promise<void> {
  const { origin, hostname } = new URL(provider.issuer);
  const t = translateFor(profile);
  await queueMail(provider, 'security', {
    to: profile.email,
    subject: t(subject),
    text: t('securityNotice', { change: t(words, values), link: `${origin}/user` }),
    messageId: `security.${randomSecret().slice(0, 22)}@${hostname}`,
  });
}
