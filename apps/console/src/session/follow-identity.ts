import type { User } from '@throughline/contracts';
import { getDefaultStore } from 'jotai';
import { ApiError } from '../api/api-error.js';
import { api } from '../api/api.js';
import { supplyCredentials } from '../api/credentials.js';
import { queryClient } from '../api/query-client.js';
import { closedSince } from './forget-person.js';
import { accessToken, identityProvider, onTokensChanged, signedInUsername } from './identity-provider.js';
import { renewTokens } from './renewal.js';
import { type Session, sessionAtom } from './session.js';

/** The `user-id` header is taken from here (access specification, section 7). */
const USER_ID_KEY = 'throughline.user-id';

const store = getDefaultStore();
/** The username that the session is for; null: nobody; undefined: not looked at yet. */
let followed: string | null | undefined;
/** When the person of the session was signed in, in ms. */
let signedInAt = 0;

/** Keeps the session in step with the tokens: the user is loaded when the signed-in username changes, cleared when there is none. */
export async function followIdentity(): Promise<void> {
  supplyCredentials({
    accessToken: () => accessToken()?.accessToken ?? null,
    userId: () => localStorage.getItem(USER_ID_KEY),
    renew: renewOrEnd,
  });
  onTokensChanged(() => void follow());
  await identityProvider().start();
  const token = accessToken();
  if (token !== null && token.expiresAt * 1000 <= Date.now()) await renewOrEnd();
  await follow();
}

/** Looks the signed-in person up once more after that failed. */
export function retryIdentity(): Promise<void> {
  followed = undefined;
  return follow();
}

async function follow(): Promise<void> {
  const username = signedInUsername();
  if (username === followed) return;
  if (followed) forgetWhatWasRead();
  followed = username;
  const lost = lostBy(store.get(sessionAtom), username);
  if (username === null) return store.set(sessionAtom, { status: 'loggedOut', user: null, lost, failure: null });
  store.set(sessionAtom, { status: 'initial', user: null, lost });
  try {
    const user = await api.get<User>(`/users/user/email/${encodeURIComponent(username)}`);
    if (followed !== username) return;
    localStorage.setItem(USER_ID_KEY, user.id);
    signedInAt = Date.now();
    store.set(sessionAtom, { status: 'loggedIn', user });
  } catch (error) {
    if (followed !== username) return;
    const failure = error instanceof Error ? error.message : String(error);
    store.set(sessionAtom, { status: 'loggedOut', user: null, lost, failure });
    if (!(error instanceof ApiError) || !error.isDefinite) return;
    // With tokens that name nobody every other call would be refused as well. A failing server is worth another try with them.
    followed = null;
    identityProvider().tokenManager.clear();
  }
}

/** Whose session it is that is lost now. */
function lostBy(before: Session, username: string | null): string | null {
  if (before.user === null) return before.lost;
  return username === null && !closedSince(localStorage, signedInAt) ? before.user.id : null;
}

/** Nothing that one person read is shown to the next one. */
function forgetWhatWasRead(): void {
  localStorage.removeItem(USER_ID_KEY);
  queryClient.clear();
}

/** A session that cannot be renewed has ended, and pages that need one say so. */
async function renewOrEnd(): Promise<boolean> {
  if (await renewTokens()) return true;
  identityProvider().tokenManager.clear();
  return false;
}
