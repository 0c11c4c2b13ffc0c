import type { IdentityProvider } from '../identity-provider.js';
import { hashOf, randomSecret } from '../secret.js';

const LIFETIME_MS = 5 * 60_000;

/** Issues a challenge to one holder: the browser that wants to sign in, or the session that adds a passkey. */
export async function issueChallenge({ db, now }: IdentityProvider, holder: string): Promise<string> {
  const challenge = randomSecret();
  await db
    .insertInto('passkey_challenge')
    .values({ challenge_hash: hashOf(challenge), holder, expires_at: new Date(now().getTime() + LIFETIME_MS) })
    .execute();
  return challenge;
}

/** Uses the challenge up, even if the signature is refused afterwards. Resolves with whether it was valid and issued to this holder. */
export async function useChallenge({ db, now }: IdentityProvider, holder: string, challenge: string): Promise<boolean> {
  const used = await db
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', hashOf(challenge))
    .returning(['holder', 'expires_at'])
    .executeTakeFirst();
  return used !== undefined && used.holder === holder && used.expires_at > now();
}

export const ofBrowser = (browserKey: string): string => `browser ${hashOf(browserKey)}`;
export const ofSession = (sessionHash: string): string => `session ${sessionHash}`;
