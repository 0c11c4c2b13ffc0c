import { identityProvider } from './identity-provider.js';
import { signInMessage } from './sign-in-message.js';

const PATIENCE_MS = 15_000;

export interface SignInInput {
  readonly username: string;
  readonly password: string;
}

/** How the provider's answer is to be met (access specification, section 4, Login dialog). */
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
  const { token, tokenManager } = identityProvider();
  try {
    const { tokens } = await token.getWithoutPrompt({ sessionToken, timeout: PATIENCE_MS });
    tokenManager.setTokens(tokens);
    return 'signed-in';
  } catch {
    await signInByRedirect(input);
    return 'redirecting';
  }
}

/** The frame has used up the first session token. */
async function signInByRedirect(input: SignInInput): Promise<void> {
  const { sessionToken } = await startSignIn(input);
  const originalUri = location.pathname + location.search;
  await identityProvider().signInWithRedirect({ ...(sessionToken && { sessionToken }), originalUri });
}

async function startSignIn(input: SignInInput) {
  try {
    return await identityProvider().signInWithCredentials({ ...input, username: input.username.trim() });
  } catch (error) {
    throw new Error(signInMessage(error), { cause: error });
  }
}
