import type { IdentityProvider } from '../identity-provider.js';
import { randomSecret } from '../secret.js';
import type { User } from './user.js';

interface Change {
  /** A sentence without a full stop, for the subject. */
  readonly subject: string;
  readonly words: string;
}

/** Mails the owner of an account that its sign-in was changed. Not awaited: the change stands whether or not the mail server answers. */
export function sendSecurityNotice(
  { issuer, mail, log }: IdentityProvider,
  { profile }: Pick<User, 'profile'>,
  { subject, words }: Change,
): void {
  const { origin, hostname } = new URL(issuer);
  mail
    .send({
      to: profile.email,
      subject,
      text: [
        words,
        '',
        'If it was not you, choose another password at once, with "Forgot password" where you sign in, and look at your profile:',
        `${origin}/user`,
        '',
        'You get this mail because it is about the safety of your account; it always comes.',
      ].join('\n'),
      messageId: `security.${randomSecret().slice(0, 22)}@${hostname}`,
    })
    .catch((error: unknown) => log.error({ err: error }, 'security notice not mailed'));
}
