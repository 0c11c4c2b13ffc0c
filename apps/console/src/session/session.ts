import type { ConsoleConfig, User } from '@throughline/contracts';
import { atom } from 'jotai';

/** `lost`: whose session ended by nobody's doing (id). What they have typed stays on the screen, and theirs, until somebody signs in. */
export type Session =
  /** Not known yet: tokens are there, the person behind them is being looked up. */
  | { readonly status: 'initial'; readonly user: null; readonly lost: string | null }
  | { readonly status: 'loggedIn'; readonly user: User }
  /** `failure` says why somebody with tokens is not signed in after all. */
  | {
      readonly status: 'loggedOut';
      readonly user: null;
      readonly lost: string | null;
      readonly failure: string | null;
    };

export const sessionAtom = atom<Session>({ status: 'initial', user: null, lost: null });

export const userAtom = atom((get) => get(sessionAtom).user);

/** Is the Sign In dialog open? Anything may ask for it. */
export const signInOpenAtom = atom(false);

/** Did the session end because nobody answered? The Sign In dialog says so, until somebody signs in. */
export const sessionRanOutAtom = atom(false);

const loadedConfigAtom = atom<ConsoleConfig | null>(null);

/** What GET /config answered. It is there before anything is rendered. */
export const consoleConfigAtom = atom(
  (get) => {
    const config = get(loadedConfigAtom);
    if (config === null) throw new Error('The configuration is read before it was loaded');
    return config;
  },
  (_get, set, config: ConsoleConfig) => set(loadedConfigAtom, config),
);
