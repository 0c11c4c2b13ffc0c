import { useEffect, useState } from 'react';
import { onDemand } from '../ui/on-demand.js';
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

/** A page that has loaded nothing for this long is on screen, with everything that its first view needs. */
const AT_REST_AFTER_MS = 1_000;
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

/** Calls back once, when the page has loaded nothing for AT_REST_AFTER_MS. */
function onceAtRest(callBack: () => void): () => void {
  const stop = () => {
    clearTimeout(timer);
    loads.disconnect();
  };
  const wait = () =>
    setTimeout(() => {
      stop();
      callBack();
    }, AT_REST_AFTER_MS);
  let timer = wait();
  const loads = new PerformanceObserver(() => {
    clearTimeout(timer);
    timer = wait();
  });
  loads.observe({ type: 'resource' });
  return stop;
}
