import type { ConsoleConfig } from '@throughline/contracts';
import { type AccessToken, OktaAuth } from '@okta/okta-auth-js/authn';

/** Where the client keeps the tokens. */
const TOKENS_KEY = 'okta-token-storage';

let client: OktaAuth | null = null;

/** The one client. Renewal is ours alone (see renewal.ts); the client only keeps the tabs of a browser in step. */
export function openIdentityProvider({ issuer, clientId, redirectUri }: ConsoleConfig): OktaAuth {
  forgetUnreadableTokens();
  client = new OktaAuth({
    issuer,
    clientId,
    redirectUri,
    postLogoutRedirectUri: `${location.origin}/`,
    scopes: ['openid', 'profile', 'email'],
    pkce: true,
    tokenManager: { storage: 'localStorage', storageKey: TOKENS_KEY, autoRenew: false, autoRemove: false },
    services: { autoRenew: false, autoRemove: false, renewOnTabActivation: false, syncStorage: true },
  });
  return client;
}

/** The client would throw at whatever is no object, at every start. */
function forgetUnreadableTokens(): void {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(TOKENS_KEY) ?? '{}');
    if (typeof kept === 'object' && kept !== null) return;
  } catch {
    // Neither is it one.
  }
  localStorage.removeItem(TOKENS_KEY);
}

export function identityProvider(): OktaAuth {
  if (client === null) throw new Error('The identity provider is used before it was opened');
  return client;
}

/** The stored access token, however old. */
export const accessToken = (): AccessToken | null =>
  identityProvider().tokenManager.getTokensSync().accessToken ?? null;

/** Who the stored tokens say is signed in. */
export function signedInUsername(): string | null {
  const { accessToken: access, idToken } = identityProvider().tokenManager.getTokensSync();
  return access && idToken ? (idToken.claims.preferred_username ?? idToken.claims.email ?? null) : null;
}

/** Calls back when a token came, was renewed or went, in this tab or another one. Returns how to stop that. */
export function onTokensChanged(callback: () => void): () => void {
  const { tokenManager } = identityProvider();
  tokenManager.on('added', callback);
  tokenManager.on('renewed', callback);
  tokenManager.on('removed', callback);
  // Another tab's doing: the client tells of it as well, but not every time.
  const inAnotherTab = ({ key }: StorageEvent): void => {
    if (key === null || key === TOKENS_KEY) callback();
  };
  window.addEventListener('storage', inAnotherTab);
  return () => {
    window.removeEventListener('storage', inAnotherTab);
    tokenManager.off('added', callback);
    tokenManager.off('renewed', callback);
    tokenManager.off('removed', callback);
  };
}
