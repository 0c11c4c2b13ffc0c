import type { AuthnTransaction, OktaAuth } from '@okta/okta-auth-js/authn';
import { getDefaultStore } from 'jotai';
import { once } from '../../api/single-flight.js';
import { consoleConfigAtom } from '../session.js';
import { tellTokensChanged, TOKENS_KEY } from '../tokens.js';
import { siteStorage } from '../storage/browser-storage.js';

/**
 * The only client of the identity provider. It is loaded when somebody signs in or out, or when tokens must be renewed: stored tokens are
 * read without it (tokens.ts). Rejects if it could not be loaded; the next call tries again.
 */
export const identityProvider = once(() =>
  open().catch((error: unknown) => {
    throw new Error('The sign-in could not be loaded. Check the connection and try again.', { cause: error });
  }),
);

/** The console renews tokens itself (renewal.ts). The client only synchronises the tabs of a browser. */
async function open(): Promise<OktaAuth> {
  const { OktaAuth } = await import('@okta/okta-auth-js/authn');
  forgetUnreadableTokens();
  const { issuer, clientId, redirectUri } = getDefaultStore().get(consoleConfigAtom);
  const opened = new OktaAuth({
    issuer,
    clientId,
    redirectUri,
    postLogoutRedirectUri: `${location.origin}/`,
    scopes: ['openid', 'profile', 'email'],
    pkce: true,
    // The client would compare a token that the provider sent this second with the clock of this computer, which may be wrong by hours.
    // The API checks the lifetime of every token by its own clock (docs/decisions/0091).
    ignoreLifetime: true,
    tokenManager: { storage: 'localStorage', storageKey: TOKENS_KEY, autoRenew: false, autoRemove: false },
    services: { autoRenew: false, autoRemove: false, renewOnTabActivation: false, syncStorage: true },
  });
  opened.tokenManager.on('added', tellTokensChanged);
  opened.tokenManager.on('renewed', tellTokensChanged);
  opened.tokenManager.on('removed', tellTokensChanged);
  await opened.start();
  return opened;
}

/** The client would throw at every start if the stored value is not an object. */
function forgetUnreadableTokens(): void {
  try {
    const kept: unknown = JSON.parse(siteStorage.getItem(TOKENS_KEY) ?? '{}');
    if (typeof kept === 'object' && kept !== null) return;
  } catch {
    // The value is not JSON.
  }
  siteStorage.removeItem(TOKENS_KEY);
}

/** The token that names a transaction. The types of the client lack the raw answer, which has it. */
export const stateTokenOf = (transaction: AuthnTransaction): string | undefined =>
  (transaction as unknown as { readonly data: { readonly stateToken?: string } }).data.stateToken;
