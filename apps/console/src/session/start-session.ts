import type { ConsoleConfig, User } from '@throughline/contracts';
import type { createStore } from 'jotai';
import { apiGet, setCredentials } from '../api/api-client.js';
import { messageOf } from '../api/api-error.js';
import { Identity } from './identity.js';
import { consoleConfigAtom, sessionAtom } from './session.js';

type Store = ReturnType<typeof createStore>;

let identity: Identity | null = null;

/** The identity client of this page; there after `startSession`. */
export function theIdentity(): Identity {
  if (identity === null) throw new Error('The session has not started.');
  return identity;
}

/** Learns how to sign in, and who is signed in already; follows both from then on. */
export async function startSession(store: Store): Promise<void> {
  const config = await apiGet<ConsoleConfig>('/config');
  store.set(consoleConfigAtom, config);
  const client = new Identity(config);
  identity = client;
  setCredentials({
    accessToken: () => client.accessToken(),
    userId: () => client.userId(),
    renew: () => client.renew(),
  });
  await client.start(() => void followIdentity(store));
  if (client.accessToken() === null && client.secondsLeft() !== null) await client.renew();
  await followIdentity(store);
}

/** Loads the user record when the signed-in name changes, clears it when there is none (access specification, section 4). */
export async function followIdentity(store: Store): Promise<void> {
  const client = theIdentity();
  const session = store.get(sessionAtom);
  const email = client.accessToken() === null ? null : client.email();
  if (email === null) {
    client.rememberUserId(null);
    if (session.status !== 'loggedOut') store.set(sessionAtom, { status: 'loggedOut', failure: null });
    return;
  }
  if (session.status === 'loggedIn' && session.user.oktaUserName.toLowerCase() === email.toLowerCase()) return;
  try {
    client.rememberUserId(null);
    const user = await apiGet<User>(`/users/user/email/${encodeURIComponent(email)}`);
    client.rememberUserId(user.id);
    store.set(sessionAtom, { status: 'loggedIn', user });
  } catch (error) {
    store.set(sessionAtom, { status: 'loggedOut', failure: messageOf(error) });
  }
}
