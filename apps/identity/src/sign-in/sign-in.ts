import type { IdentityProvider } from '../identity-provider.js';
import { queueMailRequest } from '../mail/queue-mail.js';
import { findUserByLogin, maySignIn, type User } from '../user/user.js';
import { authenticationFailed, guessesUsedUp } from '../wire/okta-error.js';
import { beginAttempt, failAttempt, succeedAttempt, uncount } from './sign-in-attempt.js';
import { type SignInSource, signInSource, subjectsOf, type TriedFrom } from './sign-in-source.js';

export type SignIn = { readonly status: 'SUCCESS'; readonly user: User } | { readonly status: 'LOCKED_OUT' };

type CheckedPassword =
  | SignIn
  | { readonly status: 'WRONG'; readonly delayMs: number }
  | { readonly status: 'OVER_BUDGET'; readonly retryAfterMs: number; readonly rightBy: User | undefined };

export interface SignInRequest extends TriedFrom {
  readonly username: string;
  readonly password: string;
  /** Aborts when the client has closed the connection. */
  readonly disconnect: AbortSignal;
  /** Called every few seconds while the answer is delayed. */
  readonly onWait: () => void;
}

/**
 * Checks a login and password (decision 0022). A right password is answered at once, a wrong one after a growing delay. After too many
 * wrong passwords the outcome is not disclosed; if the password was right, the owner is mailed a link. To a caller without the right
 * password, neither the answer nor its timing shows whether the login exists, or whether its browser is locked. Throws E0000004 for a wrong
 * login or password, and E0000047 if the outcome is not disclosed or (`DisplacedError`) too many attempts wait.
 */
export async function signIn(provider: IdentityProvider, request: SignInRequest): Promise<SignIn> {
  const { sourceLookups, passwordChecks, delayedAnswers } = provider.signIns;
  const subjects = subjectsOf(request.username, request);
  // The look-up finds out whether the browser is known, so all browsers at an address share one place in its queue.
  const lookup = { place: subjects.address, lane: subjects.pair };
  const source = await sourceLookups.run(lookup, () => signInSource(provider, subjects));
  const outcome = await passwordChecks.run(turnOf(source), () => checkPassword(provider, request, source));
  switch (outcome.status) {
    case 'WRONG':
      await delayedAnswers.hold(outcome.delayMs, request.disconnect, request.onWait);
      throw authenticationFailed();
    case 'OVER_BUDGET':
      // Done for a wrong password as well, so that the time of the answer does not show which it is.
      await queueMailRequest(provider, {
        kind: 'browser-link-request',
        login: request.username,
        userId: outcome.rightBy?.id ?? null,
      });
      throw guessesUsedUp(Math.ceil(outcome.retryAfterMs / 1000));
    default:
      return outcome;
  }
}

/** A known browser does not wait behind the other browsers at its address. */
const turnOf = ({ known, subjects }: SignInSource) =>
  known === 'browser'
    ? { place: subjects.browser, lane: subjects.browser }
    : { place: subjects.address, lane: subjects.pair };

async function checkPassword(
  provider: IdentityProvider,
  request: SignInRequest,
  source: SignInSource,
): Promise<CheckedPassword> {
  // The client has disconnected, so nobody would read the result of the check.
  if (request.disconnect.aborted) return { status: 'WRONG', delayMs: 0 };
  const attempt = await beginAttempt(provider, source);
  const user = await findUserByLogin(provider, request.username);
  const right = await provider.passwords.verify(user?.password_hash, request.password);
  const rightBy = right && user !== undefined && maySignIn(user) ? user : undefined;
  if (attempt.status === 'OVER_BUDGET') return { ...attempt, rightBy };
  if (rightBy === undefined) {
    if (attempt.usedUp) provider.log.warn('guesses used up: outcomes of sign-ins are withheld');
    await failAttempt(provider, attempt);
    return { status: 'WRONG', delayMs: attempt.delayMs };
  }
  if (attempt.lockedSince !== undefined && attempt.lockedSince > (rightBy.unlocked_at ?? 0)) {
    await uncount(provider, attempt);
    return { status: 'LOCKED_OUT' };
  }
  await succeedAttempt(provider, attempt);
  return { status: 'SUCCESS', user: rightBy };
}
