import { browserNow } from '../api/server-time.js';

/** Access specification, sections 4 and 9. */
export const CHECK_TOKEN_INTERVAL_MS = 60_000;
export const SIGN_OUT_AFTER_MS = 300_000;
const RENEW_AT_SECONDS = 1800;
const WARN_AT_SECONDS = 360;

/** What to do when a token has this many seconds left. */
export function expiryAction(secondsLeft: number): 'none' | 'renew' | 'warn' {
  if (secondsLeft <= WARN_AT_SECONDS) return 'warn';
  return secondsLeft <= RENEW_AT_SECONDS ? 'renew' : 'none';
}

/** The lifetime of the stored tokens; all times in s since 1970. */
interface StoredLives {
  readonly accessToken?: { readonly expiresAt: number };
  readonly idToken?: { readonly expiresAt: number; readonly claims: { readonly iat?: number; readonly exp?: number } };
}

/**
 * Seconds that the stored access token has left. Its lifetime is read once, by the wall clock (ms) as it was when the token arrived, so
 * that an error of that clock does not matter. From then on the seconds pass by `now`, even if the wall clock is set. If the tokens seem to
 * arrive in the future, the clock was set back since and cannot tell their lifetime: they are due for renewal.
 */
export function tokenLife(stored: () => StoredLives, now: () => number, wall: () => number = browserNow): () => number {
  let known: { readonly expiresAt: number; readonly endsAt: number } | null = null;
  return () => {
    const { accessToken, idToken } = stored();
    if (accessToken === undefined) return 0;
    if (known?.expiresAt !== accessToken.expiresAt) {
      const { iat, exp } = idToken?.claims ?? {};
      const cameAt = idToken && iat !== undefined && exp !== undefined ? idToken.expiresAt - (exp - iat) : -Infinity;
      const left = wall() / 1000 < cameAt - 1 ? RENEW_AT_SECONDS : accessToken.expiresAt - wall() / 1000;
      known = { expiresAt: accessToken.expiresAt, endsAt: now() + left * 1000 };
    }
    return (known.endsAt - now()) / 1000;
  };
}

/** The whole minutes to announce when this much time is left: 5, 2 and 1; otherwise null. */
export function minutesToAnnounce(msLeft: number): number | null {
  return [1, 2, 5].find((minutes) => msLeft <= minutes * 60_000) ?? null;
}

/** `4:05` */
export function clock(msLeft: number): string {
  const seconds = Math.max(0, Math.ceil(msLeft / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
