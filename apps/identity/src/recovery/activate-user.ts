import type { Mail } from '@throughline/platform';
import { hashOf } from '../secret.js';
import type { IdentityProvider } from '../identity-provider.js';
import { queueMail } from '../mail/queue-mail.js';
import type { User } from '../user/user.js';
import { translateFor } from '../user/user-profile.js';
import { alreadyActive } from '../wire/okta-error.js';
import { issueRecoveryToken } from './recovery-token.js';

/** The mail with the link that activates an account. It names no person, because the address may have been mistyped. */
function activationMail({ profile, status }: User, origin: string, token: string): Mail {
  const t = translateFor(profile);
  return {
    to: profile.email,
    subject: t('activationSubject'),
    text: t(status === 'DEPROVISIONED' ? 'reactivation' : 'activation', { link: `${origin}/activate/${token}` }),
    messageId: `activation.${hashOf(token).slice(0, 22)}@${new URL(origin).hostname}`,
  };
}

/**
 * Mails a staged or deactivated user a link for choosing a password. Two concurrent calls send one mail. Throws E0000016 for any other
 * user.
 */
export async function activateUser(provider: IdentityProvider, user: User): Promise<void> {
  await provider.db.transaction().execute(async (transaction) => {
    const activated = await transaction
      .updateTable('user')
      .set({ status: 'PROVISIONED', activated_at: provider.now() })
      .where('id', '=', user.id)
      .where('status', 'in', ['STAGED', 'DEPROVISIONED'])
      .returning('id')
      .executeTakeFirst();
    if (activated === undefined) throw alreadyActive();
    await mailActivation({ ...provider, db: transaction }, user);
  });
}

/** `user` is the user before the change. */
export async function mailActivation(provider: IdentityProvider, user: User): Promise<void> {
  const token = await issueRecoveryToken(provider, user.id, 'ACCOUNT_ACTIVATION');
  await queueMail(provider, 'activation', activationMail(user, new URL(provider.issuer).origin, token));
}
