import { singleFlight } from '../api/single-flight.js';
import { identityProvider } from './identity-provider.js';
import { endOtherPersonsSession } from './sign-out.js';
import { storedTokens } from './tokens.js';

const RENEWAL_TIMEOUT_MS = 15_000;

/**
 * Gets new tokens through the provider's session, one renewal at a time. False if it failed: the old tokens are kept (`tokenManager.renew` would
 * remove them on any error). Tokens of another person are refused and end the session, so that a page never changes its person silently.
 */
export const renewTokens = singleFlight(renew);

async function renew(): Promise<boolean> {
  const before = storedTokens();
  try {
    const { token, tokenManager } = await identityProvider();
    const renewed = await token.renewTokens({ timeout: RENEWAL_TIMEOUT_MS });
    switch (renewalOutcome({ before, now: storedTokens(), renewed })) {
      case 'same-person':
        tokenManager.setTokens(renewed);
        return true;
      case 'superseded':
        return false;
      case 'other-person':
        void endOtherPersonsSession(renewed.accessToken);
        return false;
    }
  } catch {
    return false;
  }
}

/** The tokens that `renewTokens` of the Okta client returns and stores. */
interface Kept {
  readonly idToken?: { readonly claims: { readonly sub?: string } };
}

/** The person whom tokens are for; null: nobody. */
export const personOf = ({ idToken }: Kept): string | null => idToken?.claims.sub ?? null;

/**
 * The result of a renewal that started with the tokens `before`, when `now` are stored and `renewed` arrive. `same-person`: store them.
 * `superseded`: somebody signed out or in meanwhile; their tokens stay. `other-person`: the browser's session at the provider belongs to another
 * person now, who did not sign in here.
 */
export function renewalOutcome(tokens: {
  readonly before: Kept;
  readonly now: Kept;
  readonly renewed: Kept;
}): 'same-person' | 'superseded' | 'other-person' {
  const now = personOf(tokens.now);
  if (now === null || now !== personOf(tokens.before)) return 'superseded';
  return personOf(tokens.renewed) === now ? 'same-person' : 'other-person';
}
