import { identityProvider } from './identity-provider.js';

/** Everything that the console keeps begins with this; what is personal goes when somebody logs out. */
const OURS = 'throughline.';
/** Settings of the browser, not of the person. */
const IMPERSONAL = ['throughline.scheme'];

/** Ends the session at the provider and returns to /. When that fails, the stored tokens are cleared all the same. */
export async function signOut(): Promise<void> {
  forgetPerson();
  await endSession();
}

/** After a session ran out: drafts stay for the person to come back to (QUALITY.md 2.7). */
export async function endSession(): Promise<void> {
  try {
    await identityProvider().signOut();
  } catch {
    identityProvider().tokenManager.clear();
    location.assign('/');
  }
}

function forgetPerson(): void {
  const personal = Object.keys(localStorage).filter((key) => key.startsWith(OURS) && !IMPERSONAL.includes(key));
  for (const key of personal) localStorage.removeItem(key);
}
