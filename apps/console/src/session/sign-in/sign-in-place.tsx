import { useAtom, useAtomValue } from 'jotai';
import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { onDemand } from '../../ui/page/on-demand.js';
import { tabStorage } from '../storage/browser-storage.js';
import { goesOnAfterReload, SIGN_IN_STEP } from '../storage/stored.js';
import { sessionAtom, sessionEndAtom, signInOpenAtom, signInUsernameAtom } from '../session.js';

const SignInSteps = onDemand(async () => (await import('./sign-in-steps.js')).SignInSteps);

/** Loads the dialog when the person points at a Login button. */
export const preloadSignIn = SignInSteps.preload;

/**
 * Shows the Sign In dialog while it is open, also at the address that a mailed link leads to, and closes it after a sign-in. Rendered once,
 * in the shell. The dialog's code is loaded with it.
 */
export function SignInPlace() {
  const [open, setOpen] = useAtom(signInOpenAtom);
  const [ended, setEnded] = useAtom(sessionEndAtom);
  const [username, setUsername] = useAtom(signInUsernameAtom);
  const session = useAtomValue(sessionAtom);
  const [search, setSearch] = useSearchParams();
  const isAskedFor = search.get('sign-in') === 'known-browser';
  useEffect(() => {
    if (!isAskedFor) return;
    setEnded('known-browser');
    setOpen(true);
    setSearch({}, { replace: true });
  }, [isAskedFor, setEnded, setOpen, setSearch]);
  const close = useCallback(() => {
    tabStorage.removeItem(SIGN_IN_STEP);
    setOpen(false);
    setEnded(null);
  }, [setOpen, setEnded]);
  // True after a sign-in, also if the account could not be loaded, which the page reports.
  const isOver = session.user !== null || (session.status === 'loggedOut' && session.failure !== null);
  useEffect(() => {
    if (!isOver) return;
    close();
    setUsername('');
  }, [isOver, close, setUsername]);
  // A reload goes on with the sign-in, once it is known that nobody is signed in.
  const isNobody = session.status === 'loggedOut';
  useEffect(() => {
    if (isNobody && goesOnAfterReload(tabStorage, SIGN_IN_STEP)) setOpen(true);
  }, [isNobody, setOpen]);
  return open ? <SignInSteps username={username} ended={ended} onClose={close} onFailed={close} /> : null;
}
