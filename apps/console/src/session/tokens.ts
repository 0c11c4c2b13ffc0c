import type { Tokens } from '@okta/okta-auth-js/authn';
import { siteStorage } from './storage/browser-storage.js';

/**
 * The storage key under which the identity provider's client keeps the tokens. They are read here, so that the client is loaded only for
 * getting new ones.
 */
export const TOKENS_KEY = 'okta-token-storage';

type StoredTokens = Pick<Tokens, 'accessToken' | 'idToken'>;

const listeners = new Set<() => void>();

/** The stored access token, however old. */
export const accessToken = () => storedTokens().accessToken ?? null;

/** Username of the stored tokens; null without tokens. */
export function signedInUsername(): string | null {
  const { accessToken: access, idToken } = storedTokens();
  return access && idToken ? (idToken.claims.preferred_username ?? idToken.claims.email ?? null) : null;
}

export function clearTokens(): void {
  siteStorage.removeItem(TOKENS_KEY);
  tellTokensChanged();
}

/** Calls back when a token was added, renewed or removed, in any tab. Returns a function that ends the subscription. */
export function onTokensChanged(callback: () => void): () => void {
  // Changes by another tab. The client, if it is loaded, reports them too, but not always.
  const inAnotherTab = ({ key }: StorageEvent): void => {
    if (key === null || key === TOKENS_KEY) callback();
  };
  // A page that Back takes out of the browser's cache was told of no change while it was in there.
  const outOfCache = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) callback();
  };
  listeners.add(callback);
  window.addEventListener('storage', inAnotherTab);
  window.addEventListener('pageshow', outOfCache);
  return () => {
    listeners.delete(callback);
    window.removeEventListener('storage', inAnotherTab);
    window.removeEventListener('pageshow', outOfCache);
  };
}

export function tellTokensChanged(): void {
  for (const listener of listeners) listener();
}

/** No tokens if the stored value is not an object. */
export function storedTokens(): StoredTokens {
  try {
    const kept: unknown = JSON.parse(siteStorage.getItem(TOKENS_KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    return {};
  }
}
