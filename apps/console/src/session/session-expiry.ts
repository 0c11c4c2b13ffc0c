import { browserNow } from '../api/server-time.js';

/** Access specification, sections 4 and 9. */
export const CHECK_TOKEN_INTERVAL_MS = 60_000;
export const SIGN_OUT_AFTER_MS = 300_000;
const RENEW_AT_SECONDS = 1800;
const WARN_AT_SECONDS = 360;

/** What to do at this remaining life of a token. */
export function expiryAction(secondsLeft: number): 'none' | 'renew' | 'warn' {
  if (secondsLeft <= WARN_AT_SECONDS) return 'warn';
  return secondsLeft <= RENEW_AT_SECONDS ? 'renew' : 'none';
}

/** What the stored tokens say of their life; all times in s of the epoch. */
interface StoredLives {
  readonly accessToken?: { readonly expiresAt: number };
  readonly idToken?: { readonly expiresAt: number; readonly claims: { readonly iat?: number; readonly exp?: number } };
}

/**
 * Seconds that the stored access token has left, whose life is read once: by the wall clock (ms) as it stood when the token came, so that it does not matter how
 * wrong that clock is. From then on they pass by `now`, whatever the wall clock is set to. A clock by which the tokens are yet to come was
 * set back since, and cannot tell their life: they are due for renewal.
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

/** The whole minutes to announce when that many are left: 5, 2 and 1; otherwise null. */
export function minutesToAnnounce(msLeft: number): number | null {
  return [1, 2, 5].find((minutes) => msLeft <= minutes * 60_000) ?? null;
}

/** `4:05` */
export function clock(msLeft: number): string {
  const seconds = Math.max(0, Math.ceil(msLeft / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
