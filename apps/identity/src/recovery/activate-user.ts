import type { IdentityProvider } from '../identity-provider.js';
import type { User } from '../user/user.js';
import { alreadyActive } from '../wire/okta-error.js';
import { activationMail } from './activation-mail.js';
import { issueRecoveryToken } from './recovery-token.js';

/**
 * A staged user may choose a password, by a link that is mailed to them: to nobody else. Asked for by two at once, one mail goes out;
 * when it cannot be sent the user stays staged. Throws E0000016 for one who is past that.
 */
export async function activateUser(provider: IdentityProvider, { id, profile }: User): Promise<void> {
  const token = await issueRecoveryToken(provider, id, 'ACCOUNT_ACTIVATION');
  await provider.db.transaction().execute(async (transaction) => {
    const activated = await transaction
      .updateTable('user')
      .set({ status: 'PROVISIONED', activated_at: provider.now() })
      .where('id', '=', id)
      .where('status', '=', 'STAGED')
      .returning('id')
      .executeTakeFirst();
    if (activated === undefined) throw alreadyActive();
    await provider.mail.send(activationMail(profile.email, new URL(provider.issuer).origin, token));
  });
}
