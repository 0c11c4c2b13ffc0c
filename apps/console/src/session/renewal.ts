import { singleFlight } from '../api/single-flight.js';
import { identityProvider } from './sign-in/identity-provider.js';
import { endOtherPersonsSession } from './sign-out.js';
import { storedTokens } from './tokens.js';

const RENEWAL_TIMEOUT_MS = 15_000;
/** Longer than a renewal takes. A tab that the browser has frozen may keep the lock. */
const LOCK_TIMEOUT_MS = 20_000;
const LOCK_NAME = 'throughline.renewal';
/** Errors of the provider which mean that a person must sign in; any other failure may be temporary. */
const SESSION_IS_OVER = ['login_required', 'interaction_required', 'consent_required', 'access_denied'];

/**
 * `failed`: no answer, or one that may differ next time; nothing is lost, try again. `ended`: the person has no session at the provider.
 * `superseded`: somebody signed out or in meanwhile.
 */
export type Renewal = 'renewed' | 'failed' | 'ended' | 'superseded';

/**
 * Gets new tokens through the provider's session, one renewal at a time over all tabs. Without success the old tokens are kept
 * (`tokenManager.renew` would remove them on any error). Tokens of another person are refused and end the session, so that a page never
 * silently changes its person.
 */
export const renewTokens = singleFlight(() =>
  renewInTurn({
    // Missing on a page without https.
    locks: (navigator as Partial<Navigator>).locks,
    stored: storedTokens,
    ask: askProvider,
  }),
);

async function askProvider(before: Kept): Promise<Renewal> {
  try {
    const { token, tokenManager } = await identityProvider();
    const renewed = await token.renewTokens({ timeout: RENEWAL_TIMEOUT_MS });
    const outcome = renewalOutcome({ before, now: storedTokens(), renewed });
    switch (outcome) {
      case 'same-person':
        tokenManager.setTokens(renewed);
        return 'renewed';
      case 'superseded':
        return outcome;
      case 'other-person':
        void endOtherPersonsSession(renewed.accessToken);
        return 'superseded';
    }
  } catch (error) {
    const { errorCode } = error as { readonly errorCode?: string };
    return errorCode !== undefined && SESSION_IS_OVER.includes(errorCode) ? 'ended' : 'failed';
  }
}

/** The tokens that `renewTokens` of the Okta client returns and stores. */
interface Kept {
  readonly accessToken?: { readonly expiresAt: number };
  readonly idToken?: { readonly claims: { readonly sub?: string } };
}

/** The used part of a browser's Web Locks. */
type Locks = { request<T>(name: string, options: { signal: AbortSignal }, run: () => Promise<T>): Promise<T> };

interface RenewalInTurn {
  readonly locks: Locks | undefined;
  readonly stored: () => Kept;
  readonly ask: (before: Kept) => Promise<Renewal>;
}

/** Waits for renewals by other tabs, and uses their tokens instead of requesting new ones. */
export async function renewInTurn({ locks, stored, ask }: RenewalInTurn): Promise<Renewal> {
  const before = stored();
  // Only differs, and need not be later, because the clock may have been set back.
  const isRenewed = ({ accessToken }: Kept) => accessToken?.expiresAt !== before.accessToken?.expiresAt;
  const run = async () => {
    const now = stored();
    return isRenewed(now) && personOf(now) === personOf(before) ? 'renewed' : ask(before);
  };
  if (locks === undefined) return run();
  try {
    return await locks.request(LOCK_NAME, { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, run);
  } catch {
    return run();
  }
}

/** The person whom tokens are for; null: nobody. */
export const personOf = ({ idToken }: Pick<Kept, 'idToken'>): string | null => idToken?.claims.sub ?? null;

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
