import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { onDemand } from '../ui/on-demand.js';
import { renewTokens } from './renewal.js';
import { CHECK_TOKEN_INTERVAL_MS, expiryAction, SIGN_OUT_AFTER_MS } from './session-expiry.js';
import { userAtom } from './session.js';
import { endSession, signOut } from './sign-out.js';
import { accessToken } from './tokens.js';

const SessionExpiringDialog = onDemand(
  async () => (await import('./session-expiring-dialog.js')).SessionExpiringDialog,
);

const secondsLeft = () => (accessToken()?.expiresAt ?? 0) - Date.now() / 1000;

/** The one mechanism of renewal (access specification, section 4): looks at the token every 60 seconds, renews it, or warns. */
export function SessionWatch() {
  const signedIn = useAtomValue(userAtom) !== null;
  /** When the session ends without Stay Logged In; null: no warning. */
  const [endsAt, setEndsAt] = useState<number | null>(null);

  useEffect(() => {
    if (!signedIn) return;
    let over = false;
    const look = async () => {
      if (expiryAction(secondsLeft()) === 'none') return;
      await renewTokens();
      // The person was signed out during the renewal: there is nothing to warn of.
      if (over) return;
      if (expiryAction(secondsLeft()) === 'warn') setEndsAt((before) => before ?? Date.now() + SIGN_OUT_AFTER_MS);
      else setEndsAt(null);
    };
    void look();
    const timer = setInterval(() => void look(), CHECK_TOKEN_INTERVAL_MS);
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
      onFailed={() => setEndsAt(null)}
    />
  );
}
