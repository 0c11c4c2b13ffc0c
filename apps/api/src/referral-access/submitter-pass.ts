import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { givenOutAt, isReferralId } from '@throughline/domain';
import { isSameHash } from '@throughline/platform';
import { type ApiConfig, CONFIG } from '../engines/engines.js';
import { KeyedHash } from '../engines/keyed-hash.js';

const PLAIN_COOKIE = 'throughline-submitted';
const PASS_LIFETIME_MS = 15 * 60_000;

/**
 * Signed cookies that prove that a browser submitted a referral without a sign-in. For a quarter of an hour it may attach files to that
 * referral and follow its progress (docs/promises.md 1.7). Scripts cannot read the cookie and other sites cannot send it. The referral's id
 * contains the time of submission, so a copy of the answer does not extend the pass. The cookie of the next order replaces it.
 */
@Injectable()
export class SubmitterPasses {
  private readonly isSecure;
  /** Over https a browser accepts a name with this prefix only from this origin: another subdomain cannot set a pass. */
  private readonly cookie;

  constructor(
    @Inject(CONFIG) config: Pick<ApiConfig, 'publicOrigin'>,
    private readonly hash: KeyedHash,
  ) {
    this.isSecure = config.publicOrigin.startsWith('https:');
    this.cookie = this.isSecure ? `__Host-${PLAIN_COOKIE}` : PLAIN_COOKIE;
  }

  /** The value of `Set-Cookie`. */
  cookieFor(referralId: string): string {
    const value = `${referralId}.${this.signature(referralId)}`;
    const attributes = `Path=/; Max-Age=${PASS_LIFETIME_MS / 1000}; HttpOnly; SameSite=Strict`;
    return `${this.cookie}=${value}; ${attributes}${this.isSecure ? '; Secure' : ''}`;
  }

  /** The referral that a valid cookie names; null without one. `mayFollowUp` checks its age. */
  referralOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
    const [, value = ''] =
      (headers.cookie ?? '')
        .split(/; */)
        .map(named)
        .find(([name]) => name === this.cookie) ?? [];
    const [referralId = '', signature = ''] = value.split('.');
    // Most requests have no such cookie, so no signature is computed for them.
    if (!isReferralId(referralId)) return null;
    return isSameHash(signature, this.signature(referralId)) ? referralId : null;
  }

  private signature(referralId: string): string {
    return this.hash.of('submitter', referralId);
  }
}

/** Whether a caller whose cookie names `submitted` may still attach files to the referral and follow it. */
export function mayFollowUp(submitted: string | null, referralId: string, now = Date.now()): boolean {
  return submitted === referralId && now < givenOutAt(referralId) + PASS_LIFETIME_MS;
}

function named(cookie: string): readonly [string, string] {
  const at = cookie.indexOf('=');
  return [cookie.slice(0, at), cookie.slice(at + 1)];
}
