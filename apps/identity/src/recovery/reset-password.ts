import type { IdentityProvider } from '../identity-provider.js';
import { hashOf } from '../secret.js';
import { passwordFaults } from '../user/passwords.js';
import type { User } from '../user/user.js';
import { invalidToken, passwordRefused } from '../wire/okta-error.js';

/**
 * Sets the password of the person of a recovery. All of their other links and sessions end. Throws E0000011
 * when the state token is unknown or too old, or its link was used meanwhile, and E0000014 for a password that breaks a rule.
 */
export async function resetPassword(
  { db, passwords, signIns, now }: IdentityProvider,
  { stateToken, newPassword }: { readonly stateToken: string; readonly newPassword: string },
): Promise<User> {
  const recovery = await db
    .selectFrom('state_token')
    .innerJoin('recovery_token', 'recovery_token.token_hash', 'state_token.recovery_hash')
    .innerJoin('user', 'user.id', 'recovery_token.user_id')
    .where('state_token.token_hash', '=', hashOf(stateToken))
    .where('state_token.expires_at', '>', now())
    .selectAll('user')
    .select('recovery_hash')
    .executeTakeFirst();
  if (recovery === undefined) throw invalidToken();
  const { recovery_hash: recoveryHash, ...user } = recovery;
  const faults = passwordFaults(newPassword, user.profile.login);
  if (faults.length > 0) throw passwordRefused(faults);
  // Hashing is expensive, so it takes its turn in the queue of the password checks.
  const turn = { place: user.id, lane: user.id };
  const passwordHash = await signIns.passwordChecks.run(turn, () => passwords.hash(newPassword));
  return db.transaction().execute(async (transaction) => {
    const used = await transaction
      .deleteFrom('recovery_token')
      .where('token_hash', '=', recoveryHash)
      .returning('user_id')
      .executeTakeFirst();
    if (used === undefined) throw invalidToken();
    await transaction.deleteFrom('recovery_token').where('user_id', '=', user.id).execute();
    await transaction.deleteFrom('sso_session').where('user_id', '=', user.id).execute();
    const at = now();
    return transaction
      .updateTable('user')
      .set({
        status: 'ACTIVE',
        password_hash: passwordHash,
        password_changed_at: at,
        activated_at: user.activated_at ?? at,
      })
      .where('id', '=', user.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}
