import type { AccessToken } from '@okta/okta-auth-js/authn';
import { getDefaultStore } from 'jotai';
import { closePages, forgetPerson, noteTakeOver } from './storage/forget-person.js';
import { identityProvider } from './sign-in/identity-provider.js';
import { sessionEndAtom, signInOpenAtom } from './session.js';
import { accessToken, clearTokens, storedTokens, TOKENS_KEY } from './tokens.js';
import { siteStorage, tabStorage } from './storage/browser-storage.js';
import { browserNow } from '../api/server-time.js';

const store = getDefaultStore();

/**
 * Ends the session at the provider and returns to /. Other tabs lose the tokens at once, because a page that still had them could store
 * another draft while the provider is being called.
 */
export async function signOut(): Promise<void> {
  const now = browserNow();
  for (const storage of [siteStorage, tabStorage]) forgetPerson(storage, now);
  const tokens = storedTokens();
  siteStorage.removeItem(TOKENS_KEY);
  try {
    await (await identityProvider()).signOut({ ...tokens, clearTokensBeforeRedirect: true });
  } catch {
    clearTokens();
    location.assign('/');
  }
}

/**
 * Ends a session that nobody extended. The page stays, without personal data, and asks for a sign-in. Drafts are kept (docs/promises.md 2.7).
 * Tokens are removed at once; the provider is notified as soon as it can be reached.
 */
export async function endSession(): Promise<void> {
  const token = accessToken();
  closePages(siteStorage, browserNow());
  clearTokens();
  store.set(sessionEndAtom, 'nobody-answered');
  store.set(signInOpenAtom, true);
  await tellProvider(token).catch(() => undefined);
}

async function tellProvider(token: AccessToken | null | undefined): Promise<void> {
  const provider = await identityProvider();
  await Promise.allSettled([token && provider.revokeAccessToken(token), provider.closeSession()]);
}

export function endAsTakenOver(): void {
  store.set(sessionEndAtom, 'taken-over');
  store.set(signInOpenAtom, true);
}

/**
 * Ends the session in every tab after the browser's session at the provider became another person's, usually by a forged link. Typed text
 * stays, as after a lost session. The other person's session and its new token are ended too.
 */
export async function endOtherPersonsSession(theirs: AccessToken | undefined): Promise<void> {
  noteTakeOver(siteStorage, browserNow());
  endAsTakenOver();
  clearTokens();
  await tellProvider(theirs).catch(() => undefined);
}
