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

/** The whole minutes to announce when that many are left: 5, 2 and 1; otherwise null. */
export function minutesToAnnounce(msLeft: number): number | null {
  return [1, 2, 5].find((minutes) => msLeft <= minutes * 60_000) ?? null;
}

/** `4:05` */
export function clock(msLeft: number): string {
  const seconds = Math.max(0, Math.ceil(msLeft / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
