import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { accessToken } from './identity-provider.js';
import { renewTokens } from './renewal.js';
import { CHECK_EVERY_MS, expiryAction, SIGN_OUT_AFTER_MS } from './session-expiry.js';
import { SessionExpiringDialog } from './session-expiring-dialog.js';
import { userAtom } from './session.js';
import { endSession, signOut } from './sign-out.js';

const secondsLeft = () => (accessToken()?.expiresAt ?? 0) - Date.now() / 1000;

/** The one mechanism of renewal (access specification, section 4): looks at the token every 60 seconds, renews it, or warns. */
export function SessionWatch() {
  const signedIn = useAtomValue(userAtom) !== null;
  /** When the session ends unless somebody stays; null: nothing to warn of. */
  const [endsAt, setEndsAt] = useState<number | null>(null);

  useEffect(() => {
    if (!signedIn) return;
    let over = false;
    const look = async () => {
      if (expiryAction(secondsLeft()) === 'none') return;
      await renewTokens();
      // Who was signed out meanwhile has nothing to lose that one could warn of.
      if (over) return;
      if (expiryAction(secondsLeft()) === 'warn') setEndsAt((before) => before ?? Date.now() + SIGN_OUT_AFTER_MS);
      else setEndsAt(null);
    };
    void look();
    const timer = setInterval(() => void look(), CHECK_EVERY_MS);
    return () => {
      over = true;
      clearInterval(timer);
      setEndsAt(null);
    };
  }, [signedIn]);

  if (endsAt === null) return null;
  const stay = async () => {
    if (!(await renewTokens())) return false;
    setEndsAt(null);
    return true;
  };
  return (
    <SessionExpiringDialog
      endsAt={endsAt}
      onStay={stay}
      onLogOut={() => void signOut()}
      onEnd={() => void endSession()}
    />
  );
}
