import type { SignInProgress } from '@throughline/contracts';
import type { AuthnTransaction } from '@okta/okta-auth-js/authn';
import { ApiError } from '../api/api-error.js';
import { call } from '../api/api.js';
import { identityProvider } from './identity-provider.js';

const TOKEN_TIMEOUT_MS = 15_000;
/** The provider sends one code in this time. */
const CODE_INTERVAL_SECONDS = 30;

export interface SignInInput {
  readonly username: string;
  readonly password: string;
}

/** A sign-in that does not lead straight in. */
export interface PendingSignIn {
  readonly username: string;
  /** The id that the provider has for the person. */
  readonly userId: string;
  readonly stateToken: string;
}

/** A code that is on its way to a phone. */
export interface SentCode {
  readonly factorId: string;
  /** As it is shown, perhaps masked. */
  readonly phone: string;
  /** Ten digits of a phone that is being enrolled; null: one that is. */
  readonly enrolling: string | null;
  /** When another code may be sent, in ms. */
  readonly resendAt: number;
  /** Why none was sent now. */
  readonly unsent: ApiError | null;
}

/** What a person sees next (access specification, section 4). `in`: nothing, they are signed in, or the page goes to the provider. */
export type SignInStep =
  | { readonly dialog: 'in' }
  | { readonly dialog: 'sign-in'; readonly username: string; readonly notice: SignInNotice | null }
  | { readonly dialog: 'forgot-password' | 'locked-out'; readonly username: string }
  | { readonly dialog: 'password-expired' | 'reset-password' | 'phone-complete'; readonly pending: PendingSignIn }
  | { readonly dialog: 'setup-phone'; readonly pending: PendingSignIn; readonly phone?: string }
  | { readonly dialog: 'verify-phone'; readonly pending: PendingSignIn; readonly code: SentCode };

/** Why the Sign In dialog is shown again. */
export type SignInNotice = 'took-too-long' | 'password-set';

/** The provider's status → the dialog. `verify-phone` begins with sending a code. */
const DIALOGS = new Map([
  ['SUCCESS', 'in'],
  ['MFA_ENROLL', 'setup-phone'],
  ['MFA_ENROLL_ACTIVATE', 'setup-phone'],
  ['MFA_REQUIRED', 'verify-phone'],
  ['MFA_CHALLENGE', 'verify-phone'],
  ['PASSWORD_EXPIRED', 'password-expired'],
  ['PASSWORD_RESET', 'reset-password'],
  ['LOCKED_OUT', 'locked-out'],
] as const);

type DialogOfStatus = typeof DIALOGS extends Map<string, infer Dialog> ? Dialog : never;

/** Throws 'Login attempt failed' for a status that the portal has no dialog for. */
export function dialogOf(status: string) {
  const dialog = (DIALOGS as ReadonlyMap<string, DialogOfStatus>).get(status);
  if (dialog === undefined) throw new Error('Login attempt failed');
  return dialog;
}

/**
 * Signs in without leaving the page: the tokens come through a hidden frame. Where the browser keeps the provider's cookies out of
 * frames (a tenant on another site), the page goes to the provider and comes back to where it was, by /login/callback.
 *
 * Throws an `Error` whose message is for the person.
 */
export async function signIn(input: SignInInput): Promise<SignInStep> {
  const transaction = await startSignIn(input);
  const again = async () => (await startSignIn(input)).sessionToken ?? null;
  return stepOf(transaction, input.username.trim(), again);
}

/** The step after one that the API took. Throws as `signIn`. */
export async function continueSignIn(
  { stateToken, username }: PendingSignIn,
  { status, sessionToken }: SignInProgress,
): Promise<SignInStep> {
  if (dialogOf(status) === 'in') return enter(sessionToken, null);
  const provider = await identityProvider();
  return stepOf(await provider.authn.resume({ stateToken }), username, null);
}

/** Tells the provider that nobody goes on with the sign-in. It would expire by itself. */
export async function abandonSignIn(stateToken: string): Promise<void> {
  const provider = await identityProvider();
  await provider.authn.postToTransaction(`${provider.getIssuerOrigin()}/api/v1/authn/cancel`, { stateToken });
}

/** `again`: a new session token where the first one was in vain; null: none without the person. */
async function stepOf(
  transaction: AuthnTransaction,
  username: string,
  again: (() => Promise<string | null>) | null,
): Promise<SignInStep> {
  const dialog = dialogOf(transaction.status);
  switch (dialog) {
    case 'in':
      return enter(transaction.sessionToken ?? null, again);
    case 'locked-out':
      return { dialog, username };
    case 'verify-phone': {
      const factor = smsFactorOf(transaction);
      const pending = pendingOf(transaction, username);
      return { dialog, pending, code: await sendCode(pending, factor) };
    }
    default:
      return { dialog, pending: pendingOf(transaction, username) };
  }
}

function pendingOf(transaction: AuthnTransaction, username: string): PendingSignIn {
  // The types of the client lack the raw answer, which has the state token.
  const { stateToken } = (transaction as unknown as { readonly data: { readonly stateToken?: string } }).data;
  const userId: unknown = transaction.user?.['id'];
  if (stateToken === undefined || typeof userId !== 'string') throw new Error('Login attempt failed');
  return { username, userId, stateToken };
}

interface SmsFactor {
  readonly id: string;
  readonly profile?: { readonly phoneNumber?: string };
}

/** Throws 'No SMS factor'. */
export function smsFactorOf({ factors, factor }: Pick<AuthnTransaction, 'factors' | 'factor'>): SmsFactor {
  const listed = factors ?? (factor ? [factor] : []);
  const sms = listed.find((one) => one['factorType'] === 'sms');
  if (sms === undefined) throw new Error('No SMS factor');
  return sms as unknown as SmsFactor;
}

/** Has a code sent to an enrolled phone. One that was sent a moment ago is no failure: another can be had later. */
async function sendCode({ stateToken }: PendingSignIn, { id, profile }: SmsFactor): Promise<SentCode> {
  const code = { factorId: id, phone: profile?.phoneNumber ?? 'your phone', enrolling: null };
  try {
    await call('POST /okta/factors/{factorId}/verify', { params: { factorId: id }, body: { stateToken } });
    return { ...code, resendAt: resendAfter(CODE_INTERVAL_SECONDS), unsent: null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) throw error;
    return { ...code, resendAt: resendAfter(error.retryAfterSeconds ?? CODE_INTERVAL_SECONDS), unsent: error };
  }
}

const resendAfter = (seconds: number): number => Date.now() + seconds * 1000;

/** Has a code sent to a phone that is to be enrolled, or another code. */
export async function enrollPhone(pending: PendingSignIn, phone: string): Promise<SignInStep> {
  const { userId, stateToken } = pending;
  const { status, id } = await call('POST /okta/users/{userId}/factors/enroll', {
    params: { userId },
    body: { stateToken, phone },
  });
  if (status !== 'PENDING_ACTIVATION') throw new Error('Login attempt failed');
  const code = { factorId: id, phone: `the phone number that ends in ${phone.slice(-4)}`, enrolling: phone };
  return {
    dialog: 'verify-phone',
    pending,
    code: { ...code, resendAt: resendAfter(CODE_INTERVAL_SECONDS), unsent: null },
  };
}

export async function verifyCode(pending: PendingSignIn, code: SentCode, passCode: string): Promise<SignInStep> {
  const { userId, stateToken } = pending;
  const { factorId } = code;
  const body = { stateToken, passCode };
  if (code.enrolling === null) {
    const verified = await call('POST /okta/factors/{factorId}/verify', { params: { factorId }, body });
    return continueSignIn(pending, verified);
  }
  const { status } = await call('POST /okta/users/{userId}/factors/{factorId}/activate', {
    params: { userId, factorId },
    body,
  });
  if (status !== 'ACTIVE') throw new Error('Login attempt failed');
  return { dialog: 'phone-complete', pending };
}

/** Sends another code, to the same phone. */
export async function resendCode(pending: PendingSignIn, code: SentCode): Promise<SignInStep> {
  if (code.enrolling !== null) return enrollPhone(pending, code.enrolling);
  const factor = { id: code.factorId, profile: { phoneNumber: code.phone } };
  return { dialog: 'verify-phone', pending, code: await sendCode(pending, factor) };
}

/** Has a link mailed by which the owner of the username chooses a password, which also unlocks. Says nothing about whether there is one. */
export async function requestPasswordReset(username: string, reason: 'forgotten' | 'locked-out'): Promise<void> {
  try {
    const provider = await identityProvider();
    const request = { username: username.trim(), factorType: 'EMAIL' as const };
    await (reason === 'forgotten' ? provider.forgotPassword(request) : provider.unlockAccount(request));
  } catch (error) {
    throw new Error(signInMessage(error), { cause: error });
  }
}

async function enter(sessionToken: string | null, again: (() => Promise<string | null>) | null): Promise<SignInStep> {
  if (sessionToken === null) throw new Error('Login attempt failed');
  const provider = await identityProvider();
  const { token, tokenManager } = provider;
  try {
    const { tokens } = await token.getWithoutPrompt({ sessionToken, timeout: TOKEN_TIMEOUT_MS });
    tokenManager.setTokens(tokens);
  } catch (error) {
    // The hidden frame has used the first session token.
    const another = await again?.();
    if (!another) throw new Error('Login attempt failed', { cause: error });
    await provider.signInWithRedirect({
      sessionToken: another,
      originalUri: location.pathname + location.search,
    });
  }
  return { dialog: 'in' };
}

async function startSignIn({ username, password }: SignInInput) {
  try {
    const provider = await identityProvider();
    return await provider.signInWithCredentials({ username: username.trim(), password });
  } catch (error) {
    throw new Error(signInMessage(error), { cause: error });
  }
}

/** Message of a failed sign-in: the provider's own, except for wrong credentials (access specification, section 8). */
export function signInMessage(error: unknown): string {
  const { errorSummary, message } = error as { errorSummary?: string; message?: string };
  const words = errorSummary || message || 'Login attempt failed';
  return words === 'Authentication failed' ? 'Login failed: Incorrect username or password' : words;
}
