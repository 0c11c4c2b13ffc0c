import type { IdentityProvider } from '../identity-provider.js';
import { findUserByLogin, type User } from '../user/user.js';
import { authenticationFailed } from '../wire/okta-error.js';
import {
  accountSubject,
  addressSubject,
  beginAttempt,
  forgetFailures,
  lockAfterFailures,
  takeBackAttempt,
} from './sign-in-attempt.js';
import { ACCOUNT_DELAY, ADDRESS_DELAY } from './sign-in-delay.js';

export type SignIn = { readonly status: 'SUCCESS'; readonly user: User } | { readonly status: 'LOCKED_OUT' };

/**
 * Checks a login and password that came from a network address. Whether the login exists, and whether its account is
 * locked, shows neither in the answer nor in its time, but to someone who has the right password. Throws E0000004 when
 * they are wrong and E0000047 when failures have made this try wait.
 */
export async function signIn(
  provider: IdentityProvider,
  { username, password, address }: { username: string; password: string; address: string },
): Promise<SignIn> {
  const byAddress = addressSubject(address);
  const byAccount = accountSubject(username);
  await beginAttempt(provider, byAddress, ADDRESS_DELAY);
  const attempt = await beginAttempt(provider, byAccount, ACCOUNT_DELAY);

  const user = await findUserByLogin(provider, username);
  const right = await provider.passwords.verify(user?.password_hash, password);
  if (user === undefined || !right || user.status !== 'ACTIVE') {
    await lockAfterFailures(provider, byAccount, attempt);
    throw authenticationFailed();
  }

  await takeBackAttempt(provider, byAddress);
  if (attempt.locked) {
    await takeBackAttempt(provider, byAccount);
    return { status: 'LOCKED_OUT' };
  }
  await forgetFailures(provider, byAccount);
  await provider.db.updateTable('user').set({ last_sign_in_at: provider.now() }).where('id', '=', user.id).execute();
  return { status: 'SUCCESS', user };
}
