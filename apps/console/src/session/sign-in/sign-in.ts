import type { SignInProgress } from '@throughline/contracts';
import type { AuthnTransaction } from '@okta/okta-auth-js/authn';
import { call } from '../../api/api.js';
import { identityProvider, stateTokenOf } from './identity-provider.js';
import { BLOCKED, isOutage, NO_ROOM, providerWords } from './provider-words.js';
import { backToChoice, choicesOf, factorStep, rememberDaysOf, rememberedFactor } from './second-factor.js';
import {
  dialogOf,
  type FactorKind,
  failedAttempt,
  LOGIN_FAILED,
  type PendingSignIn,
  type SignInStep,
} from './sign-in-step.js';
import { isBlocked, isKept, siteStorage, tabStorage } from '../storage/browser-storage.js';
import { accessToken } from '../tokens.js';

const TOKEN_TIMEOUT_MS = 10_000;

export interface SignInInput {
  readonly username: string;
  readonly password: string;
}

/**
 * Signs in without leaving the page: the tokens arrive through a hidden frame. If the browser withholds the provider's cookies from frames
 * (a tenant on another site), the page goes to the provider and returns to where it was, by /login/callback.
 *
 * `signal` gives the attempt up, as long as there are no tokens. `signInMessage` words its rejections.
 */
export async function signIn(input: SignInInput, signal: AbortSignal): Promise<SignInStep> {
  needRoom();
  const transaction = await startSignIn(input);
  const again = async () => (await startSignIn(input)).sessionToken ?? null;
  return stepOf(transaction, input.username.trim(), again, signal);
}

/** The step that follows one which the API took. Throws like `signIn`. */
export async function continueSignIn(
  { stateToken, username }: PendingSignIn,
  { status, sessionToken }: SignInProgress,
): Promise<SignInStep> {
  if (dialogOf(status) === 'in') return enter(sessionToken, null);
  const provider = await identityProvider();
  return stepOf(await provider.authn.resume({ stateToken }), username, null);
}

/** Tells the provider that the sign-in is abandoned. It would also expire by itself. */
export async function abandonSignIn(stateToken: string): Promise<void> {
  const provider = await identityProvider();
  await provider.authn.postToTransaction(`${provider.getIssuerOrigin()}/api/v1/authn/cancel`, { stateToken });
}

/**
 * The next step of a transaction. `again` returns a new session token if the first one was used in vain; null: it cannot be had without the
 * person.
 */
export async function stepOf(
  transaction: AuthnTransaction,
  username: string,
  again: (() => Promise<string | null>) | null,
  signal?: AbortSignal,
): Promise<SignInStep> {
  signal?.throwIfAborted();
  const dialog = dialogOf(transaction.status);
  switch (dialog) {
    case 'in':
      return enter(transaction.sessionToken ?? null, again, signal);
    case 'locked-out':
      return { dialog, username };
    case 'enroll-factor':
    case 'ask-factor':
      return factorStep(transaction, dialog, pendingOf(transaction, username), rememberedFactor(siteStorage));
    default:
      return { dialog, pending: pendingOf(transaction, username) };
  }
}

function pendingOf(transaction: AuthnTransaction, username: string): PendingSignIn {
  const stateToken = stateTokenOf(transaction);
  const userId: unknown = transaction.user?.['id'];
  if (stateToken === undefined || typeof userId !== 'string') throw failedAttempt();
  const hasChoice = choicesOf(transaction).length > 1;
  return { username, userId, stateToken, hasChoice, rememberDays: rememberDaysOf(transaction) };
}

/** Returns to the state in which another factor can be chosen. */
export async function chooseFactorAgain({ stateToken, username }: PendingSignIn): Promise<SignInStep> {
  const transaction = await backToChoice(stateToken);
  const dialog = dialogOf(transaction.status);
  return dialog === 'enroll-factor' || dialog === 'ask-factor'
    ? factorStep(transaction, dialog, pendingOf(transaction, username))
    : stepOf(transaction, username, null);
}

export interface TypedCode {
  readonly passCode: string;
  /** True: this browser is not asked again. */
  readonly remember: boolean;
}

/** Confirms a sign-in with a code that was sent to a phone, or that an app shows. */
export async function verifyCode(
  pending: PendingSignIn,
  factorId: string,
  { passCode, remember: rememberDevice }: TypedCode,
): Promise<SignInStep> {
  const body = { stateToken: pending.stateToken, passCode, rememberDevice };
  return continueSignIn(pending, await call('POST /okta/factors/{factorId}/verify', { params: { factorId }, body }));
}

/** Confirms a phone or an app that is being enrolled. The next sign-in asks for it. */
export async function activateFactor(
  kind: FactorKind,
  pending: PendingSignIn,
  factorId: string,
  passCode: string,
): Promise<SignInStep> {
  const { userId, stateToken } = pending;
  const { status } = await call('POST /okta/users/{userId}/factors/{factorId}/activate', {
    params: { userId, factorId },
    body: { stateToken, passCode },
  });
  if (status !== 'ACTIVE') throw failedAttempt();
  return { dialog: `${kind}-complete`, pending };
}

/**
 * Requests a mail with a link for choosing a password to the owner of the username; the new password also ends locks. The answer does not
 * reveal whether there is an owner.
 */
export async function requestPasswordReset(username: string, reason: 'forgotten' | 'locked-out'): Promise<void> {
  const provider = await identityProvider();
  const request = { username: username.trim(), factorType: 'EMAIL' as const };
  await (reason === 'forgotten' ? provider.forgotPassword(request) : provider.unlockAccount(request));
}

async function enter(
  sessionToken: string | null,
  again: (() => Promise<string | null>) | null,
  signal?: AbortSignal,
): Promise<SignInStep> {
  if (sessionToken === null) throw failedAttempt();
  const provider = await identityProvider();
  const { token, tokenManager } = provider;
  try {
    const { tokens } = await token.getWithoutPrompt({ sessionToken, timeout: TOKEN_TIMEOUT_MS });
    signal?.throwIfAborted();
    tokenManager.setTokens(tokens);
    if (accessToken() === null) throw new Error(NO_ROOM);
  } catch (error) {
    needRoom();
    if (isOutage(error) || signal?.aborted) throw error;
    // The hidden frame has used up the first session token.
    const another = await again?.();
    signal?.throwIfAborted();
    if (!another) throw failedAttempt(error);
    await provider.signInWithRedirect({
      sessionToken: another,
      originalUri: location.pathname + location.search,
    });
  }
  return { dialog: 'in' };
}

/** Characters: the tokens of a person, or what the provider's client stores on the way to them, with a margin. */
const ROOM = 10_000;
const ROOM_KEY = 'throughline.room';

/**
 * Throws an `Error` whose message is for the person if the browser has no room for what a sign-in stores, or blocks it. The provider's
 * client would wait in vain for what it stored.
 */
export function needRoom(storages: readonly Storage[] = [siteStorage, tabStorage]): void {
  for (const storage of storages) {
    storage.setItem(ROOM_KEY, '-'.repeat(ROOM));
    const hasRoom = isKept(storage, ROOM_KEY);
    storage.removeItem(ROOM_KEY);
    if (!hasRoom) throw new Error(isBlocked(storage) ? BLOCKED : NO_ROOM);
  }
}

async function startSignIn({ username, password }: SignInInput) {
  const provider = await identityProvider();
  return provider.signInWithCredentials({ username: username.trim(), password });
}

export const WRONG_CREDENTIALS = 'Login failed: Incorrect username or password';

/** The message of a failed sign-in: the provider's own, except for wrong credentials (access specification, section 8). */
export const signInMessage = (error: unknown): string =>
  providerWords(error, LOGIN_FAILED, {
    'Authentication failed': WRONG_CREDENTIALS,
  });
