import { accessToken, identityProvider } from './identity-provider.js';

const PATIENCE_MS = 15_000;

let underWay: Promise<boolean> | null = null;

/**
 * Gets new tokens through the provider's own session, one renewal at a time. False when that did not work: the old tokens are
 * left as they are (`tokenManager.renew` would remove them on any error).
 */
export function renewTokens(): Promise<boolean> {
  underWay ??= renew().finally(() => {
    underWay = null;
  });
  return underWay;
}

async function renew(): Promise<boolean> {
  const { token, tokenManager } = identityProvider();
  try {
    const renewed = await token.renewTokens({ timeout: PATIENCE_MS });
    // An answer that comes after the sign-out signs nobody in again.
    if (accessToken() === null) return false;
    tokenManager.setTokens(renewed);
    return true;
  } catch {
    return false;
  }
}
