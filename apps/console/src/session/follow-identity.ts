import type { Rights, User } from '@throughline/contracts';
import { atom, getDefaultStore } from 'jotai';
import { ApiError, noAnswer } from '../api/api-error.js';
import { call } from '../api/api.js';
import { credentialsAtom, forgetReads } from '../api/credentials.js';
import { singleFlight } from '../api/single-flight.js';
import { closedSince, loggedOutSince, takenOverSince } from './storage/forget-person.js';
import type { Renewal } from './renewal.js';
import { tokenLife } from './session-expiry.js';
import { type Session, sessionAtom, sessionEndAtom } from './session.js';
import { endAsTakenOver } from './sign-out.js';
import { accessToken, clearTokens, onTokensChanged, signedInUsername, storedTokens } from './tokens.js';
import { forgetMessages } from '../ui/announcer.js';
import { siteStorage } from './storage/browser-storage.js';
import { browserNow } from '../api/server-time.js';

/** The source of the `user-id` header (access specification, section 7). */
const USER_ID_KEY = 'throughline.user-id';

const store = getDefaultStore();
/** Loads what must run when a person signs in, before any screen shows them. */
type PrepareSignIn = () => Promise<(user: User) => void>;

interface Identity {
  /** The username of the session; null: nobody; undefined: not determined yet. */
  readonly username: string | null | undefined;
  /** When the person of the session was signed in, or the page began, in ms. */
  readonly signedInAt: number;
  readonly prepareSignIn: PrepareSignIn;
}

const identityAtom = atom<Identity>({
  username: undefined,
  signedInAt: 0,
  prepareSignIn: () => Promise.resolve(() => undefined),
});
const identity = () => store.get(identityAtom);
const setIdentity = (change: Partial<Identity>) => store.set(identityAtom, { ...identity(), ...change });

/**
 * Keeps the session consistent with the tokens. The user is loaded when the signed-in username changes, read again when the tokens are
 * renewed, and cleared when there are none.
 */
export async function followIdentity(prepare: PrepareSignIn): Promise<void> {
  setIdentity({ prepareSignIn: prepare, signedInAt: browserNow() });
  store.set(credentialsAtom, {
    accessToken: () => accessToken()?.accessToken ?? null,
    userId: () => siteStorage.getItem(USER_ID_KEY),
    renew: renewOrEnd,
  });
  onTokensChanged(() => void follow());
  if (accessToken() !== null && tokenLife(storedTokens, browserNow)() <= 0) {
    await renewOrEnd().catch(() => false);
    if (accessToken() === null) noteWhy();
  }
  await follow();
}

/** Loads the signed-in person again after a failure. */
export function retryIdentity(): Promise<void> {
  setIdentity({ username: undefined });
  return follow();
}

/** Reads the signed-in person again. If that fails, they stay as they are. */
const reloadUser = singleFlight(async () => {
  const { user } = store.get(sessionAtom);
  const { username } = identity();
  if (user === null || !username) return;
  const latest = await readUser(username).catch(() => user);
  if (store.get(sessionAtom).user === user) replaceUser(user, latest);
});

/** Applies the person's changed rights, which the server sent over the live connection. */
export function takeRights(rights: Rights): void {
  const { user } = store.get(sessionAtom);
  if (user?.id === rights.id) replaceUser(user, { ...user, ...rights });
}

/** Shows the screens of the person with the new rights, and has them read their data again. */
function replaceUser(before: User, user: User): void {
  if (JSON.stringify(user) === JSON.stringify(before)) return;
  store.set(sessionAtom, { status: 'loggedIn', user });
  forgetReads('outdated');
}

const readUser = (username: string): Promise<User> =>
  call('GET /users/user/email/{email}', { params: { email: username } });

async function follow(): Promise<void> {
  const username = signedInUsername();
  const { username: before, prepareSignIn } = identity();
  if (username === before) return reloadUser();
  if (before) forgetWhatWasRead();
  setIdentity({ username });
  const lost = lostBy(store.get(sessionAtom), username);
  if (username === null) {
    if (before) noteWhy();
    return store.set(sessionAtom, { status: 'loggedOut', user: null, lost, failure: null });
  }
  store.set(sessionAtom, { status: 'initial', user: null, lost });
  try {
    const user = await readUser(username);
    const atSignIn = await prepareSignIn();
    if (identity().username !== username) return;
    siteStorage.setItem(USER_ID_KEY, user.id);
    setIdentity({ signedInAt: browserNow() });
    atSignIn(user);
    store.set(sessionAtom, { status: 'loggedIn', user });
  } catch (error) {
    if (identity().username !== username) return;
    const failure = error instanceof Error ? error.message : String(error);
    store.set(sessionAtom, { status: 'loggedOut', user: null, lost, failure });
    if (!(error instanceof ApiError) || !error.isDefinite) return;
    // The API refuses these tokens permanently, so they are removed. After a server error they are kept for another attempt.
    setIdentity({ username: null });
    clearTokens();
  }
}

/**
 * Notes why the session of this page is over, also if it ended before the page knew whose session it was. Code that ends the session on this
 * page has noted the reason before, or leaves the page.
 */
function noteWhy(): void {
  const { signedInAt } = identity();
  const isLost = !closedSince(siteStorage, signedInAt);
  if (isLost && takenOverSince(siteStorage, signedInAt)) return endAsTakenOver();
  const why = isLost ? 'ended-elsewhere' : loggedOutSince(siteStorage, signedInAt) ? 'logged-out' : 'nobody-answered';
  store.set(sessionEndAtom, (known) => known ?? why);
}

/** The person whose session is being lost. */
function lostBy(before: Session, username: string | null): string | null {
  if (before.user === null) return before.lost;
  return username === null && !closedSince(siteStorage, identity().signedInAt) ? before.user.id : null;
}

/** The next person must not see what the previous one has read, nor what was said of it. */
function forgetWhatWasRead(): void {
  siteStorage.removeItem(USER_ID_KEY);
  forgetReads('all');
  forgetMessages();
}

/** Loaded when tokens must be renewed. */
const renewTokens = (): Promise<Renewal> =>
  import('./renewal.js').then(
    (renewal) => renewal.renewTokens(),
    () => 'failed',
  );

/**
 * If the session is over at the provider, it ends here too, and pages that need one say so. If somebody signed in meanwhile, they stay
 * signed in. Throws if the renewal got no answer, and the person stays signed in.
 */
async function renewOrEnd(): Promise<boolean> {
  const before = signedInUsername();
  const renewal = await renewTokens();
  if (renewal === 'failed') throw noAnswer(new Error('The renewal of the session failed'));
  if (renewal === 'ended' && signedInUsername() === before) clearTokens();
  return renewal === 'renewed';
}
