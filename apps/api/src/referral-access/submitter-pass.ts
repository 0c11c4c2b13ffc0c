import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { LIVE_PATH } from '@throughline/contracts';
import { givenOutAt, isReferralId } from '@throughline/domain';
import { Engines } from '../engine/engines.js';
import { KeyedHash } from '../engine/keyed-hash.js';

const COOKIE = 'throughline-submitted';
/** Only what asks for it: the API, and the live feed beside it. */
const PATHS = ['/api', LIVE_PATH];
const LIFE_MS = 15 * 60_000;

/**
 * What the browser of an anonymous submitter has to show that it sent the order: for a quarter of an hour from then on it may attach
 * files to that referral, and follow what becomes of them (QUALITY.md 1.7). A cookie that no script reads and no other site sends.
 * The id says when the order was sent, so a later copy of the answer gives no more time. The next order takes its place.
 */
@Injectable()
export class SubmitterPasses {
  constructor(
    private readonly engines: Engines,
    private readonly hash: KeyedHash,
  ) {}

  /** Values of `Set-Cookie`. */
  cookiesFor(referralId: string): string[] {
    const secure = this.engines.config.publicOrigin.startsWith('https:') ? '; Secure' : '';
    return PATHS.map(
      (path) =>
        `${COOKIE}=${referralId}.${this.signature(referralId)}; Path=${path}; Max-Age=${LIFE_MS / 1000}; HttpOnly; SameSite=Strict${secure}`,
    );
  }

  /** The referral that the request's browser has sent, as far as its cookie proves it; how long ago is for `mayFollowUp` to say. */
  referralOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
    const [, value = ''] =
      (headers.cookie ?? '')
        .split(/; */)
        .map(named)
        .find(([name]) => name === COOKIE) ?? [];
    const [referralId = '', signature = ''] = value.split('.');
    const expected = Buffer.from(this.signature(referralId));
    const given = Buffer.from(signature);
    return isReferralId(referralId) && given.length === expected.length && timingSafeEqual(given, expected)
      ? referralId
      : null;
  }

  private signature(referralId: string): string {
    return this.hash.of('submitter', referralId);
  }
}

/** May a caller who `submitted` this go on with what belongs to sending it? */
export function mayFollowUp(submitted: string | null, referralId: string, now = Date.now()): boolean {
  return submitted === referralId && now < givenOutAt(referralId) + LIFE_MS;
}

function named(cookie: string): readonly [string, string] {
  const at = cookie.indexOf('=');
  return [cookie.slice(0, at), cookie.slice(at + 1)];
}
