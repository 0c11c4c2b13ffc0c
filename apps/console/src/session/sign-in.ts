import { identityProvider } from './identity-provider.js';

const TOKEN_TIMEOUT_MS = 15_000;

export interface SignInInput {
  readonly username: string;
  readonly password: string;
}

/** Result of a sign-in (access specification, section 4, Login dialog). */
export type SignInOutcome = 'signed-in' | 'redirecting' | 'locked-out';

/**
 * Signs in without leaving the page: the tokens come through a hidden frame. Where the browser keeps the provider's cookies out of
 * frames (a tenant on another site), the page goes to the provider and comes back to where it was, by /login/callback.
 *
 * Throws an `Error` whose message is for the person.
 */
export async function signIn(input: SignInInput): Promise<SignInOutcome> {
  const { status, sessionToken } = await startSignIn(input);
  if (status === 'LOCKED_OUT') return 'locked-out';
  if (status !== 'SUCCESS' || sessionToken === undefined) throw new Error('Login attempt failed');
  const { token, tokenManager } = await identityProvider();
  try {
    const { tokens } = await token.getWithoutPrompt({ sessionToken, timeout: TOKEN_TIMEOUT_MS });
    tokenManager.setTokens(tokens);
    return 'signed-in';
  } catch {
    await signInByRedirect(input);
    return 'redirecting';
  }
}

/** With a new session token: the hidden frame has used the first one. */
async function signInByRedirect(input: SignInInput): Promise<void> {
  const { sessionToken } = await startSignIn(input);
  const originalUri = location.pathname + location.search;
  const provider = await identityProvider();
  await provider.signInWithRedirect({ ...(sessionToken && { sessionToken }), originalUri });
}

async function startSignIn(input: SignInInput) {
  try {
    const provider = await identityProvider();
    return await provider.signInWithCredentials({ ...input, username: input.username.trim() });
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
