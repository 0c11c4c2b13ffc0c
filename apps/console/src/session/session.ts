import type { ConsoleConfig, User } from '@throughline/contracts';
import { atom } from 'jotai';

/** Who is at the browser. `initial`: not known yet. */
export type Session =
  | { readonly status: 'initial' }
  | { readonly status: 'loggedOut'; readonly failure: string | null }
  | { readonly status: 'loggedIn'; readonly user: User };

export const sessionAtom = atom<Session>({ status: 'initial' });
export const userAtom = atom((get) => {
  const session = get(sessionAtom);
  return session.status === 'loggedIn' ? session.user : null;
});
export const consoleConfigAtom = atom<ConsoleConfig | null>(null);

/** Dialogs of the session that any screen may ask for. */
export const signInOpenAtom = atom(false);
export const expiringAtom = atom(false);
