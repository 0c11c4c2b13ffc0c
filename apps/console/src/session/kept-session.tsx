import { useEffect, useState } from 'react';
import { onDemand } from '../ui/on-demand.js';
import { renewTokens } from './renewal.js';
import { keepSession, type SessionKeeper } from './session-keeper.js';
import { endSession, signOut } from './sign-out.js';
import { accessToken, clearTokens, onTokensChanged } from './tokens.js';

const SessionExpiringDialog = onDemand(
  async () => (await import('./session-expiring-dialog.js')).SessionExpiringDialog,
);

const secondsLeft = () => (accessToken()?.expiresAt ?? 0) - Date.now() / 1000;

/** Keeps the session of the person who is signed in while it is rendered, and shows Session Expiring when that may not go on. */
export function KeptSession() {
  /** When the session ends without Stay Logged In; null: no warning. */
  const [endsAt, setEndsAt] = useState<number | null>(null);
  const [keeper, setKeeper] = useState<SessionKeeper | null>(null);

  useEffect(() => {
    const started = keepSession({
      secondsLeft,
      renew: () => {
        // Loaded while the network is still there.
        SessionExpiringDialog.preload();
        return renewTokens();
      },
      warn: setEndsAt,
      end: () => void endSession(),
      lose: clearTokens,
      onChange,
    });
    setKeeper(started);
    return () => {
      started.stop();
      setEndsAt(null);
    };
  }, []);

  if (endsAt === null || keeper === null) return null;
  return (
    <SessionExpiringDialog
      endsAt={endsAt}
      onStay={keeper.stay}
      onLogOut={() => void signOut()}
      onFailed={() => setEndsAt(null)}
    />
  );
}

/** A computer that wakes up shows its page again or has a network again. */
function onChange(look: () => void): () => void {
  const unfollow = onTokensChanged(look);
  window.addEventListener('online', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    unfollow();
    window.removeEventListener('online', look);
    document.removeEventListener('visibilitychange', look);
  };
}
