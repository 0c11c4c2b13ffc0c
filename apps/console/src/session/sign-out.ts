import { getDefaultStore } from 'jotai';
import { accessToken, identityProvider } from './identity-provider.js';
import { sessionRanOutAtom, signInOpenAtom } from './session.js';

const store = getDefaultStore();

/** Everything that the console keeps begins with this; what is personal goes when somebody logs out. */
const OURS = 'throughline.';
/** Settings of the browser, not of the person. */
const IMPERSONAL = ['throughline.scheme', 'throughline.order-banner-dismissed'];

/** Ends the session at the provider and returns to /. When that fails, the stored tokens are cleared all the same. */
export async function signOut(): Promise<void> {
  forgetPerson();
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
  provider.tokenManager.clear();
  store.set(sessionRanOutAtom, true);
  store.set(signInOpenAtom, true);
  await Promise.allSettled([token && provider.revokeAccessToken(token), provider.closeSession()]);
}

function forgetPerson(): void {
  const personal = Object.keys(localStorage).filter((key) => key.startsWith(OURS) && !IMPERSONAL.includes(key));
  for (const key of personal) localStorage.removeItem(key);
}
