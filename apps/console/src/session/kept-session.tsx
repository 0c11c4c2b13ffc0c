import { useEffect, useState } from 'react';
import { onceAtRest } from '../ui/page/at-rest.js';
import { onDemand } from '../ui/page/on-demand.js';
import { renewTokens } from './renewal.js';
import { steadyClock } from '../api/server-time.js';
import { tokenLife } from './session-expiry.js';
import { keepSession, type SessionKeeper } from './session-keeper.js';
import { preloadSignIn } from './sign-in/sign-in-place.js';
import { endSession, signOut } from './sign-out.js';
import { clearTokens, onTokensChanged, storedTokens } from './tokens.js';

const SessionExpiringDialog = onDemand(
  async () => (await import('./dialogs/session-expiring-dialog.js')).SessionExpiringDialog,
);

/** The Sign In dialog is larger, and is needed at the earliest five minutes after the warning. */
const PRELOAD_AFTER_MS = 10_000;

/** Keeps the session of the signed-in person alive while it is rendered, and shows Session Expiring when it can no longer do so. */
export function KeptSession() {
  const [now] = useState(steadyClock);
  /** When the session ends without Stay Logged In, in `now`'s time; null: no warning. */
  const [endsAt, setEndsAt] = useState<number | null>(null);
  const [keeper, setKeeper] = useState<SessionKeeper | null>(null);

  useEffect(() => {
    const started = keepSession({
      now,
      secondsLeft: tokenLife(storedTokens, now),
      renew: renewTokens,
      isReachable,
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
  }, [now]);

  useEffect(preloadForOffline, []);

  if (endsAt === null || keeper === null) return null;
  return (
    <SessionExpiringDialog
      endsAt={endsAt}
      now={now}
      onStay={keeper.stay}
      onLogOut={() => void signOut()}
      onFailed={() => setEndsAt(null)}
    />
  );
}

/** Milliseconds that Stay Logged In waits for any answer. */
const ANSWER_WITHIN_MS = 3_000;

const isReachable = () =>
  fetch('/api/health/live', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).then(
    () => true,
    () => false,
  );

/** A computer that wakes up shows its page again, or has a network again. */
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

/**
 * Loads the dialogs that must also open without a network: Session Expiring as soon as the page is at rest, because its person may go away
 * then, and Sign In later. If loading fails, it is repeated when the network is back.
 */
function preloadForOffline(): () => void {
  const preload = () => {
    SessionExpiringDialog.preload();
    preloadSignIn();
  };
  const stopWaiting = onceAtRest(SessionExpiringDialog.preload);
  const timer = setTimeout(preload, PRELOAD_AFTER_MS);
  window.addEventListener('online', preload);
  return () => {
    stopWaiting();
    clearTimeout(timer);
    window.removeEventListener('online', preload);
  };
}
