import type { ConsoleConfig } from '@throughline/contracts';
import { type OktaAuth as OktaAuthClient, OktaAuth } from '@okta/okta-auth-js/authn';

/** Seconds of life left at which a token is renewed, and at which the person is warned (access specification, section 9). */
export const RENEW_AT_S = 1800;
export const WARN_AT_S = 360;
const USER_ID = 'throughline.user-id';

/** What a sign-in came to, in the words of the access specification, sections 4 and 8. */
export type SignInResult = { readonly status: 'signed-in' } | { readonly status: 'failed'; readonly message: string } | { readonly status: 'locked' };

/** The one client of the identity provider; tokens are in local storage, renewed by the session's own clock. */
export class Identity {
  private readonly client: OktaAuthClient;
  private renewal: Promise<boolean> | null = null;

  constructor({ issuer, clientId, redirectUri }: ConsoleConfig) {
    this.client = new OktaAuth({
      issuer,
      clientId,
      redirectUri,
      scopes: ['openid', 'profile', 'email'],
      tokenManager: { storage: 'localStorage', autoRenew: false, autoRemove: false, syncStorage: true },
      services: { autoRenew: false, autoRemove: false, renewOnTabActivation: false },
    });
  }

  /** Follows what other tabs do: they share the tokens. Call once. */
  async start(onTokensChanged: () => void): Promise<void> {
    this.client.tokenManager.on('added', onTokensChanged);
    this.client.tokenManager.on('removed', onTokensChanged);
    await this.client.start();
  }

  accessToken(): string | null {
    const token = this.client.tokenManager.getTokensSync().accessToken;
    return token !== undefined && token.expiresAt * 1000 > Date.now() ? token.accessToken : null;
  }

  /** Seconds that the access token lives on; null when there is none. */
  secondsLeft(): number | null {
    const token = this.client.tokenManager.getTokensSync().accessToken;
    return token === undefined ? null : token.expiresAt - Math.floor(Date.now() / 1000);
  }

  email(): string | null {
    const claims = this.client.tokenManager.getTokensSync().idToken?.claims;
    return claims?.preferred_username ?? claims?.email ?? null;
  }

  /** For the `user-id` header (access specification, section 7). */
  userId(): string | null {
    return localStorage.getItem(USER_ID);
  }

  rememberUserId(id: string | null): void {
    if (id === null) localStorage.removeItem(USER_ID);
    else localStorage.setItem(USER_ID, id);
  }

  async signIn(username: string, password: string): Promise<SignInResult> {
    try {
      const transaction = await this.client.signInWithCredentials({ username, password });
      if (transaction.status === 'LOCKED_OUT') return { status: 'locked' };
      if (transaction.status !== 'SUCCESS' || transaction.sessionToken === undefined) {
        return { status: 'failed', message: 'Login attempt failed' };
      }
      const { tokens } = await this.client.token.getWithoutPrompt({ sessionToken: transaction.sessionToken });
      this.client.tokenManager.setTokens(tokens);
      return { status: 'signed-in' };
    } catch (error) {
      const message = error instanceof Error ? error.message : 'Login attempt failed';
      return {
        status: 'failed',
        message: message === 'Authentication failed' ? 'Login failed: Incorrect username or password' : message,
      };
    }
  }

  /** New tokens by the provider's session, one renewal at a time; false when it has ended. Old tokens stay until new ones are there. */
  renew(): Promise<boolean> {
    this.renewal ??= this.client.token
      .renewTokens()
      .then((tokens) => {
        this.client.tokenManager.setTokens(tokens);
        return true;
      })
      .catch(() => false)
      .finally(() => {
        this.renewal = null;
      });
    return this.renewal;
  }

  /** Ends the provider's session and goes to `/`; where that fails the tokens are cleared all the same. */
  async signOut(): Promise<void> {
    this.rememberUserId(null);
    try {
      await this.client.signOut({ postLogoutRedirectUri: `${window.location.origin}/`, clearTokensBeforeRedirect: true });
    } catch {
      this.client.tokenManager.clear();
      window.location.assign('/');
    }
  }

  /** For sign-ins that came by redirect: takes the tokens and answers where the person was. */
  async finishRedirect(): Promise<string> {
    const origin = this.client.getOriginalUri() ?? '/';
    await this.client.handleLoginRedirect();
    return new URL(origin, window.location.origin).pathname;
  }
}
