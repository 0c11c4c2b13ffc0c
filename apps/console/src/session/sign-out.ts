import { getDefaultStore } from 'jotai';
import { closePages, forgetPerson } from './forget-person.js';
import { accessToken, identityProvider } from './identity-provider.js';
import { sessionRanOutAtom, signInOpenAtom } from './session.js';

const store = getDefaultStore();

/** Ends the session at the provider and returns to /. When that fails, the stored tokens are cleared all the same. */
export async function signOut(): Promise<void> {
  for (const storage of [localStorage, sessionStorage]) forgetPerson(storage, Date.now());
  try {
    await identityProvider().signOut();
  } catch {
    identityProvider().tokenManager.clear();
    location.assign('/');
  }
}

/**
 * After a session ran out: who comes back to this desk finds the page where they left it, closed, and is asked to sign in. Drafts
 * stay for them (QUALITY.md 2.7). Here everything goes at once; the provider learns of it as soon as it can be reached.
 */
export async function endSession(): Promise<void> {
  const provider = identityProvider();
  const token = accessToken();
  closePages(localStorage, Date.now());
  provider.tokenManager.clear();
  store.set(sessionRanOutAtom, true);
  store.set(signInOpenAtom, true);
  await Promise.allSettled([token && provider.revokeAccessToken(token), provider.closeSession()]);
}
