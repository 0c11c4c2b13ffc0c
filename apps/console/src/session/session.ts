import type { ConsoleConfig, User } from '@throughline/contracts';
import { atom } from 'jotai';

/** `lost`: ID of the person whose session ended by itself. What they typed stays on screen until somebody signs in. */
export type Session =
  /** There are tokens, and the person is being loaded. */
  | { readonly status: 'initial'; readonly user: null; readonly lost: string | null }
  | { readonly status: 'loggedIn'; readonly user: User }
  /** `failure`: why a person with tokens is not signed in. */
  | {
      readonly status: 'loggedOut';
      readonly user: null;
      readonly lost: string | null;
      readonly failure: string | null;
    };

export const sessionAtom = atom<Session>({ status: 'initial', user: null, lost: null });

export const userAtom = atom((get) => get(sessionAtom).user);

/** Whether the Sign In dialog is open. Any component may open it. */
export const signInOpenAtom = atom(false);

/** The username with which the Sign In dialog starts: that of an account whose password was chosen on this page. */
export const signInUsernameAtom = atom('');

/** Whether the Create Account dialog is open. */
export const registerOpenAtom = atom(false);

/**
 * Why a session ended that nobody ended on this page. The Sign In dialog and pages that need a sign-in show it. `logged-out`: in another tab of
 * this browser. `ended-elsewhere`: at the provider. `known-browser`: no session ended, but a mailed link allows this browser to sign in.
 */
export type SessionEnd = 'nobody-answered' | 'taken-over' | 'logged-out' | 'ended-elsewhere' | 'known-browser';
export const sessionEndAtom = atom<SessionEnd | null>(null);

const loadedConfigAtom = atom<ConsoleConfig | null>(null);

/** The configuration that the API wrote into the page, as in GET /config: nothing can be shown without it, and this saves a request. */
export function configOfPage(): ConsoleConfig {
  const written = document.querySelector<HTMLMetaElement>('meta[name="console-config"]')?.content;
  return JSON.parse(written ?? 'null') as ConsoleConfig;
}

/** Set before the first render. */
export const consoleConfigAtom = atom(
  (get) => {
    const config = get(loadedConfigAtom);
    if (config === null) throw new Error('The configuration is read before it was loaded');
    return config;
  },
  (_get, set, config: ConsoleConfig) => set(loadedConfigAtom, config),
);
